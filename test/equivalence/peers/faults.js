/**
 * Faults of the peers that were found by reading and by hand, and by which a program shows one. The
 * order matters: the first that fits names the fault.
 *
 * @typedef {object} KnownFault
 * @property {string} fault
 * @property {RegExp} program What the smallest program holds.
 * @property {RegExp} [mismatch] What it shows.
 * @property {readonly string[]} avoid Productions that further programs go without, once it is found.
 * @property {boolean} [further] The random programs were the first to show it.
 */

/** @type {KnownFault} */
const ARGUMENTS = {
  fault: '`arguments` in a handler becomes that of the function around it',
  program: /arguments\.length/u,
  avoid: ['function-arguments', 'finally-arguments'],
};

/** @type {KnownFault} */
const AROUND = {
  fault: 'a `try` around the chain, which caught what was thrown at once, now catches rejections',
  program: /try \{\s*return/u,
  avoid: ['chain-in-try'],
};

/** @type {readonly KnownFault[]} */
export const TYPESCRIPT_FAULTS = [
  {
    fault: 'an `if` without braces gets a declaration: the file does not parse any more',
    program: /\) return /u,
    mismatch: /cannot be loaded/u,
    avoid: ['early-chain'],
    further: true,
  },
  { ...AROUND, further: true },
  {
    fault: '`.then(undefined, handler)`: the value that no handler takes is lost',
    program: /\.then\((?:undefined|null), /u,
    mismatch: /became fulfilled undefined/u,
    avoid: ['then-rejected-only'],
    further: true,
  },
  ARGUMENTS,
  {
    fault: '`finally` given a reference: the reference is gone, nothing is called',
    program: /\.finally\(fail\)/u,
    avoid: ['finally-reference'],
  },
  {
    fault: 'a promise that `finally` returns replaces the result',
    program: /\.finally\(\(\) => op/u,
    avoid: ['finally-promise'],
  },
  {
    fault: 'a value that `finally` returns replaces the result, a rejection too',
    program: /\.finally\(/u,
    avoid: ['finally-value', 'finally-effect', 'finally-block'],
  },
  {
    fault: '`.then(o.g)` becomes `o.g(x)`, with a receiver',
    program: /\((?:[^()]*, )?tools\.note[,)]/u,
    avoid: ['member-reference', 'conditional-reference'],
  },
];

/** @type {readonly KnownFault[]} */
export const ASYNCIFY_FAULTS = [
  {
    fault: 'the default of a handler’s parameter becomes an assignment to a literal: no parse',
    program: /\(\w+ = \d/u,
    mismatch: /cannot be loaded/u,
    avoid: ['default-parameter'],
    further: true,
  },
  {
    fault: 'what follows `then(undefined, fail)` is called on the awaited value',
    program: /\.then\((?:undefined|null), /u,
    mismatch: /then/u,
    avoid: ['then-rejected-only'],
    further: true,
  },
  ARGUMENTS,
  {
    fault: '`then(ok, fail)`: fail swallows the errors of ok',
    program: /\.then\([^]*,\s*(?:async )?(?:\(|caught|function|note|tools)/u,
    mismatch: /settled|effect|unhandled/u,
    avoid: ['then-both'],
  },
  AROUND,
  {
    fault: 'a plain value that is returned becomes a promise',
    program: /return 3/u,
    mismatch: /returned/u,
    avoid: ['sometimes-a-value'],
  },
];
