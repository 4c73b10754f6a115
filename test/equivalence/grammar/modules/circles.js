import { END, statement, unit } from '../tree.js';
import { importsOf, requiresOf, writeImport } from './imports.js';
import { pathOf } from './offers.js';
import { usesOf } from './uses.js';

/**
 * Modules that need each other.
 *
 * @import { Draw } from '../draw.js'
 * @import { Written } from './project.js'
 */

/**
 * @param {Draw} draw
 * @param {Written} one An earlier module, that gets at what the other has in a circle.
 * @param {Written} other
 * @param {RegExp} forms Of imports.
 */
function closeCircle(draw, { writer, head, units }, other, forms) {
  const { module } = other.writer;
  const own = writer.module;
  const done = () => {};
  const table = (own.isEsm ? importsOf(own, module, done) : requiresOf(own, module, done)).filter(
    ({ name }) => forms.test(name),
  );
  const known = writer.targets.length;
  head.push(...writeImport(draw, writer, module, table));
  writer.targets.splice(0, known);
  const uses = usesOf(writer).filter(({ name }) => CIRCULAR.test(name));
  if (writer.targets.length > 0) units.push(draw.choose(uses));
}

const CIRCULAR = /^use-(?:call|forward|in-turn)-/u;

/** What a module may write that is reached in a circle before it has come to its end. */
const LATE = /^(?:import|require-(?:in-place|late|once)$)/u;
const EAGER = /^require(?:-(?:in-place|late|once|kept-in-object))?$/u;

/**
 * @param {Draw} draw
 * @param {Written} one
 * @param {Written} other
 */
function callEachOther(draw, one, other) {
  const [ping, pong, run] = [draw.name('ping'), draw.name('pong'), draw.name('run')];
  const [there, here] = [draw.name('there'), draw.name('here')];
  const { isEsm } = one.writer.module;
  const step = (/** @type {string} */ own, /** @type {string} */ next) =>
    `${isEsm ? `export function ${own}` : `exports.${own} = function `}(at, n, y, cb) {\n  call(at, '${draw.label()}', n, (err, v) => {\n    if (err) return cb(err)${END}\n    if (y <= 0) return cb(null, v)${END}\n    ${next}(at, v, y - 1, cb)${END}\n  })${END}\n}${isEsm ? '' : END}`;
  const imported = (/** @type {string} */ name, /** @type {string} */ path) =>
    isEsm
      ? statement`import * as ${name} from 'own/${path}'${END}`
      : statement`const ${name} = require('own/${path}')${END}`;
  one.head.push(imported(there, other.writer.module.path));
  other.head.push(imported(here, one.writer.module.path));
  const first = unit`${step(ping, `${there}.${pong}`)}\n${isEsm ? `export function ${run}` : `exports.${run} = function `}(at, x, y, cb) {\n  ${isEsm ? ping : `exports.${ping}`}(at, x, 2, cb)${END}\n}${isEsm ? '' : END}`;
  one.units.push({
    ...first,
    production: 'calls-each-other',
    entries: [{ path: pathOf(one.writer.module, run), call: 'callback' }],
  });
  other.units.push(unit`${step(pong, `${here}.${ping}`)}`);
}

/** @param {Written} written */
const isOpen = ({ writer, units }) =>
  writer.module.isEsm ||
  units.every(({ production }) =>
    /^(?:exported-|module-exported$|defined-|object-assigned$|listed-|use-)/u.test(production),
  );

/** @param {Written} written @returns {boolean} Whether it reads what others export while it is loaded. */
const isHasty = ({ head }) =>
  head.some(({ production }) =>
    /^require-(?:destructured|member|then-taken-apart)$/u.test(production),
  );

/**
 * @param {Draw} draw
 * @param {Written[]} written Gets modules that need each other.
 */
export function addCircles(draw, written) {
  const [one, other] = [written[0], written.at(-1)];
  const isSafe = written.every(({ writer }) => writer.classes.length === 0);
  if (one?.writer.module.isFixed && !one.writer.module.isEsm) return;
  if (!one || !other || one === other || !isSafe) return;
  if (one.writer.module.isEsm !== other.writer.module.isEsm) return;
  const isEager = isOpen(one) && !written.some(isHasty);
  if (draw.chance(30)) {
    closeCircle(draw, one, other, one.writer.module.isEsm || !isEager ? LATE : EAGER);
  }
  if (isEager && isOpen(other) && draw.chance(40)) callEachOther(draw, one, other);
}
