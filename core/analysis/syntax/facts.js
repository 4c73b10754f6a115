/** @import { SourceCodeLike } from '../../source/source-code.js' */

/** @typedef {unknown[]} Facts The answers about a file, by the number of the question. */

/**
 * Notes on objects that belong to a file: nodes, variables, plans. A note hangs on its object. To the
 * collector of young objects, all is alive that a `WeakMap` holds which lives on: it would copy the tree of
 * every file that is done with twice, and leave it to the next look at the whole heap.
 *
 * @template {object} Key
 * @template Note
 */
export class Notes {
  #place = Symbol('note');
  /** Of what cannot get a property: a parser may freeze its tree. @type {WeakMap<Key, Note>} */
  #apart = new WeakMap();

  /**
   * @param {Key} key
   * @returns {Note | undefined}
   */
  get(key) {
    const note = /** @type {Record<symbol, Note>} */ (key)[this.#place];
    return note === undefined && !Object.isExtensible(key) ? this.#apart.get(key) : note;
  }

  /**
   * @param {Key} key
   * @param {Note} value
   */
  set(key, value) {
    if (Object.isExtensible(key)) {
      Object.defineProperty(key, this.#place, { value, configurable: true });
    } else {
      this.#apart.set(key, value);
    }
  }
}

/**
 * Facts about a file are computed when first asked for and kept for every later question. The tree
 * is the key: it is new for each file in every host, while oxlint reuses its scope manager.
 *
 * @type {Notes<object, Facts>}
 */
const factsByTree = new Notes();

/**
 * The facts of the tree that was asked about last: mostly the next question is about it too.
 *
 * @type {{ tree: object | undefined, facts: Facts }}
 */
const latest = { tree: undefined, facts: [] };

/** How many questions there are. */
let questions = 0;

/** The value before the first question about a file. */
const UNKNOWN = Symbol('unknown');

/**
 * @template Fact
 * @param {(sourceCode: SourceCodeLike) => Fact} compute
 * @returns {(sourceCode: SourceCodeLike) => Fact} The same question, answered once per file.
 */
export function oncePerFile(compute) {
  const question = questions++;
  return (sourceCode) => {
    const facts = latest.tree === sourceCode.ast ? latest.facts : factsOf(sourceCode.ast);
    // A pattern that is loaded later brings questions that the list has no place for yet.
    let fact = question < facts.length ? facts[question] : UNKNOWN;
    if (fact === UNKNOWN) {
      fact = compute(sourceCode);
      for (let place = facts.length; place < question; place++) {
        facts.push(UNKNOWN);
      }
      facts[question] = fact;
    }
    return /** @type {Fact} */ (fact);
  };
}

/**
 * @param {object} tree
 * @returns {Facts}
 */
function factsOf(tree) {
  let facts = factsByTree.get(tree);
  if (!facts) {
    facts = new Array(questions).fill(UNKNOWN);
    factsByTree.set(tree, facts);
  }
  latest.tree = tree;
  latest.facts = facts;
  return facts;
}

/**
 * Words without which a file cannot hold something: most files lack them, and then its scopes need not
 * be looked at. A word is searched by the part of it that costs least: V8 looks for the first letter of
 * up to six with `memchr`, which skips a text the faster the rarer that letter is, and longer ones in
 * another way (https://github.com/v8/v8/blob/main/src/strings/string-search.h).
 *
 * @param {SourceCodeLike} sourceCode
 * @param {readonly string[]} words
 * @returns {boolean} Whether the text has one of them.
 */
export function hasAnyWord(sourceCode, words) {
  for (const word of words) {
    if (textHas(sourceCode, word)) {
      return true;
    }
  }
  return false;
}

/**
 * The searches of a file's text, with their answers: a question about all of it may be asked at each of its sites.
 *
 * @type {(sourceCode: SourceCodeLike) => Map<string | RegExp, boolean>}
 */
const searches = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string | RegExp} wanted An expression is one constant, neither global nor sticky.
 * @returns {boolean} Whether the text has it anywhere.
 */
export function textHas(sourceCode, wanted) {
  const known = searches(sourceCode);
  let isThere = known.get(wanted);
  if (isThere === undefined) {
    const { text } = sourceCode;
    isThere = typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
    known.set(wanted, isThere);
  }
  return isThere;
}
