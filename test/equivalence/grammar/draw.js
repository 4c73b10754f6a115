import { sortOf } from './tree.js';

/**
 * @import { Node } from './tree.js'
 * @import { Random } from 'fast-check'
 *
 * @typedef {object} Production One way to write something, known by its name in the report.
 * @property {string} name
 * @property {number} weight How often it is chosen, relative to the others.
 * @property {boolean} compound Holds statements of its own, so it is not chosen deep inside.
 * @property {boolean} ends Nothing after it would run, so it comes last.
 * @property {boolean} refused A codemod must leave it as it is.
 * @property {boolean} bystander It has nothing to do with what is converted, and stays as it is.
 * @property {boolean} optional Whether a codemod converts it or refuses it, both are right.
 * @property {(draw: Draw) => boolean} when Whether it may stand here.
 * @property {(draw: Draw) => Node} make
 */

/**
 * @param {string} name
 * @param {number} weight
 * @param {(draw: Draw) => Node} make
 * @param {Partial<Pick<Production, 'compound' | 'ends' | 'refused' | 'bystander' | 'optional' | 'when'>>} [traits]
 * @returns {Production}
 */
export const production = (name, weight, make, traits = {}) => ({
  name,
  weight,
  make,
  compound: false,
  ends: false,
  refused: false,
  bystander: false,
  optional: false,
  when: () => true,
  ...traits,
});

/**
 * Where in the program the next production stands.
 *
 * @typedef {object} Place
 * @property {readonly string[]} variables Names that may be read.
 * @property {readonly string[]} mutables Those of them that may be written.
 * @property {number} depth How many compound statements are around it.
 * @property {ReadonlySet<string>} inside What is around it, as `loop`, `try` or `method`.
 */

/**
 * Names that conversions like to give to variables of their own. A program that uses them for its own
 * must mean by them what it meant.
 */
const POPULAR_NAMES = [
  'args',
  'caught',
  'done',
  'entries',
  'error',
  'fs',
  'index',
  'items',
  'key',
  'list',
  'ms',
  'promise',
  'queue',
  'reject',
  'resolve',
  'rest',
  'result',
  'results',
  'task',
  'timer',
  'util',
  'value',
  'values',
  'workers',
];

/** How much more often a production is chosen that has been rare so far. */
const PREFERENCE = 6;

/** How many productions a program is made of before it comes to its end. */
const LENGTH = 36;

/** Draws a program: random choices, the names in scope, labels for the operations. */
export class Draw {
  /** @type {Place} */
  place = { variables: [], mutables: [], depth: 0, inside: new Set() };
  #labels = 0;
  #names = 0;
  #left = LENGTH;
  /** @type {string[]} */
  #popular;
  #isPlain;
  #wanted;
  #avoided;

  /**
   * @param {Random} random
   * @param {ReadonlySet<string>} [wanted] Names of productions to prefer.
   * @param {ReadonlySet<string>} [avoided] Names of productions to go without where that is possible.
   */
  constructor(random, wanted = new Set(), avoided = new Set()) {
    this.random = random;
    this.#wanted = wanted;
    this.#avoided = avoided;
    // What must be left alone takes what surrounds it along, so most programs go without.
    this.#isPlain = this.chance(80);
    this.#popular = this.chance(30) ? [...POPULAR_NAMES] : [];
  }

  /**
   * @param {number} least
   * @param {number} most
   * @returns {number}
   */
  int(least, most) {
    return this.random.nextInt(least, most);
  }

  /**
   * @param {number} percent
   * @returns {boolean}
   */
  chance(percent) {
    return this.int(1, 100) <= percent;
  }

  /**
   * @template T
   * @param {readonly [T, ...T[]] | readonly T[]} choices
   * @returns {T}
   */
  pick(choices) {
    const choice = choices[this.int(0, choices.length - 1)];
    if (choice === undefined) throw new Error('A grammar must offer something to pick from.');
    return choice;
  }

  /** Another file may be as long as the first. */
  refill() {
    this.#left = LENGTH;
  }

  /** @returns {string} A label that no other operation of the program has. */
  label() {
    this.#labels += 1;
    return `a${this.#labels}`;
  }

  /**
   * @param {string} [stem]
   * @returns {string} A name that nothing else in the program has.
   */
  name(stem = 'v') {
    this.#names += 1;
    if (stem === 'v' && this.#popular.length > 0 && this.chance(60)) {
      const [name] = this.#popular.splice(this.int(0, this.#popular.length - 1), 1);
      return /** @type {string} */ (name);
    }
    return `${stem}${this.#names}`;
  }

  /**
   * @param {string} name
   * @param {boolean} [mutable]
   * @returns {string}
   */
  declare(name, mutable = false) {
    const { variables, mutables } = this.place;
    this.place = {
      ...this.place,
      variables: [...variables, name],
      mutables: mutable ? [...mutables, name] : mutables,
    };
    return name;
  }

  /**
   * @template T
   * @param {{ inside?: readonly string[], only?: Partial<Place>, deeper?: boolean }} change
   * @param {() => T} draw
   * @returns {T} What `draw` gives in a scope of its own.
   */
  within({ inside = [], only = {}, deeper = true }, draw) {
    const { place } = this;
    this.place = {
      ...place,
      depth: place.depth + (deeper ? 1 : 0),
      inside: new Set([...place.inside, ...inside]),
      ...only,
    };
    try {
      return draw();
    } finally {
      this.place = place;
    }
  }

  /**
   * @param {string} what
   * @returns {boolean}
   */
  isInside(what) {
    return this.place.inside.has(what);
  }

  /** @returns {string} Something to read: a variable in scope, or a literal. */
  value() {
    const { variables } = this.place;
    return variables.length > 0 && this.chance(70) ? this.pick(variables) : this.literal();
  }

  /** @returns {string} */
  literal() {
    return this.pick(['0', '1', "'s'", 'null', 'undefined', 'true']);
  }

  /**
   * @param {readonly Production[]} productions
   * @returns {Node}
   */
  choose(productions) {
    const compound = this.place.depth < 3 && this.#left > 0;
    const fitting = productions.filter((each) => (compound || !each.compound) && each.when(this));
    const allowed = fitting.filter(({ name }) => !this.#avoided.has(name));
    const possible = allowed.length > 0 ? allowed : fitting;
    const plain = possible.filter((each) => !(each.refused || each.optional));
    const open = this.#isPlain && plain.length > 0 ? plain : possible;
    const weigh = (/** @type {Production} */ { name, weight }) =>
      this.#wanted.has(name) ? weight * PREFERENCE : weight;
    const total = open.reduce((sum, each) => sum + weigh(each), 0);
    let ticket = this.int(1, Math.max(total, 1));
    const chosen = open.find((each) => (ticket -= weigh(each)) <= 0);
    if (chosen === undefined) throw new Error('No production of the grammar may stand here.');
    this.#left -= 1;
    const node = chosen.make(this);
    return { ...node, production: chosen.name, refused: chosen.refused || chosen.bystander };
  }

  /**
   * @param {readonly Production[]} productions
   * @param {number} most
   * @returns {Node[]} Between one and `most` of them; fewer when the program is already long.
   */
  several(productions, most) {
    const count = this.#left > 0 ? this.int(1, most) : 1;
    const going = productions.filter((each) => !each.ends);
    return Array.from({ length: count }, (_, index) =>
      this.choose(index < count - 1 ? going : productions),
    );
  }
}

/**
 * @param {string} text
 * @returns {Node}
 */
export const leaf = (text) => sortOf('leaf')`${text}`;
