import * as fc from 'fast-check';
import { Draw } from './draw.js';
import { printProgram, simplerLists } from './tree.js';

/**
 * @import { Node, Style, Unit, Entry } from './tree.js'
 * @import { Production } from './draw.js'
 * @import { Site } from '../examine.js'
 * @import { Behaviour } from '../scenario.js'
 * @import { Random } from 'fast-check'
 *
 * @typedef {object} Language A grammar for the programs that one codemod reads.
 * @property {string} name
 * @property {string} codemod
 * @property {number} weight How many of the codemod's programs are in it, relative to the others.
 * @property {(draw: Draw) => { header: Node, units: Node[] }} program
 * @property {Record<string, unknown>} options Options of the codemod.
 * @property {readonly Production[]} productions Everything the grammar can write.
 * @property {boolean} [callersMustChange] Whether refusing most programs is right, so that their share
 *   says nothing; what is converted still has to behave the same.
 * @property {readonly Behaviour[]} [faults] What may go wrong in its operations.
 * @property {readonly string[]} [calls] Productions that call another function of the program: where
 *   a throw may become a rejection, such a caller goes on where it used to be left.
 * @property {boolean} [callsBackLater] No operation settles before it returns: that is taken for
 *   granted of what takes a callback.
 * @property {1 | 2 | 3} [asyncVersion] Of the library `async`.
 * @property {number} [rounds] How often one `setImmediate` may lead to another within a turn.
 * @property {boolean} [onlyBehaviour] Nothing is asked but that programs behave the same: neither that
 *   something is left alone, nor that a second run changes nothing.
 * @property {boolean} [isProject] Its programs are several files.
 * @property {boolean} [goesOn] A second run may convert what the first has left, since what it calls
 *   is another function now; that has to behave the same, too.
 * @property {(text: string, sites: readonly Site[]) => string} [accepted] The program with the
 *   differences that its conversion is accepted to show, where they have consequences for others.
 * @property {(before: string, after: string) => string[]} [judge] What is wrong with the text of a
 *   conversion, whatever it does.
 * @property {(text: string) => string} [compile] From what the grammar writes to what is converted.
 *
 * @typedef {object} Program
 * @property {Node} header
 * @property {Node[]} units
 * @property {Style} style
 * @property {number} scenarioSeed
 */

/**
 * Random programs of a language, which shrink by losing statements.
 *
 * @extends {fc.Arbitrary<Program>}
 */
export class ProgramArbitrary extends fc.Arbitrary {
  /** @param {Language} language */
  constructor(language) {
    super();
    this.language = language;
    /**
     * Productions that the next programs should contain, by name.
     *
     * @type {ReadonlySet<string>}
     */
    this.wanted = new Set();
    /** @type {ReadonlySet<string>} */
    this.avoided = new Set();
  }

  /**
   * @override
   * @param {Random} random
   * @returns {fc.Value<Program>}
   */
  generate(random) {
    const draw = new Draw(random, this.wanted, this.avoided);
    const style = { semicolons: !draw.chance(20) };
    const program = { ...this.language.program(draw), style, scenarioSeed: draw.int(0, 0xffff) };
    return new fc.Value(program, undefined);
  }

  /**
   * @override
   * @param {unknown} value
   * @returns {value is Program}
   */
  canShrinkWithoutContext(value) {
    return typeof value === 'object' && value !== null && 'scenarioSeed' in value;
  }

  /**
   * @override
   * @param {Program} program
   * @returns {fc.Stream<fc.Value<Program>>}
   */
  shrink(program) {
    return fc.stream(simplerPrograms(program)).map((simpler) => new fc.Value(simpler, undefined));
  }
}

/**
 * @param {Program} program
 * @returns {Generator<Program>}
 */
function* simplerPrograms(program) {
  for (const units of simplerLists(program.units, 1)) yield { ...program, units };
  if (!program.style.semicolons) yield { ...program, style: { semicolons: true } };
}

/**
 * @param {Program} program
 * @returns {{ text: string, units: Unit[], entries: Entry[] }}
 */
export function writeProgram({ header, units, style }) {
  const printed = printProgram([header, ...units], style);
  return {
    text: printed.text,
    units: printed.units.slice(1),
    entries: units.flatMap((node) => node.entries),
  };
}
