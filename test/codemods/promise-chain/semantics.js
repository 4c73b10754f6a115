/**
 * What conversions of promise chains get wrong, and the cases that show what this one does: the
 * names of executed cases, by their list, and of those that are left alone.
 *
 * @typedef {object} SemanticsRow
 * @property {string} trap
 * @property {readonly CaseName[]} cases
 *
 * @typedef {`${'links' | 'handlers' | 'names' | 'functions' | 'adopted' | 'last' | 'refused' | 'fixtures'}: ${string}`} CaseName
 */

/** @type {readonly SemanticsRow[]} */
export const SEMANTICS = [
  {
    trap: 'then(ok, fail): what ok throws does not reach fail',
    cases: [
      'links: both handlers',
      'links: both handlers, the first gives a promise',
      'links: both handlers, the second swallows',
      'links: both handlers, then another',
      'links: both handlers, then a catch',
      'links: both handlers, destructured',
      'links: both handlers, a pattern that fails',
      'links: both handlers without parameters',
      'links: both handlers in the middle of statements',
    ],
  },
  {
    trap: 'catch in the middle, nested catch, throw in catch',
    cases: [
      'links: catch in the middle',
      'links: catch before and after',
      'links: catch that throws another',
      'links: catch of a catch that throws',
      'links: a nested chain with its own catch',
      'links: a nested chain with its own catch, and an outer one',
      'links: a nested chain in a catch',
    ],
  },
  {
    trap: 'finally: its value is dropped, it is waited for, it gets no argument, its rejection wins',
    cases: [
      'links: finally that gives a value, which nobody sees',
      'links: finally that is waited for',
      'links: finally gets no argument',
      'links: finally with a returned promise',
      'links: finally that throws',
      'links: finally that fails after the value is there',
      'links: finally after catch',
      'links: finally before catch',
    ],
  },
  {
    trap: 'references as handlers: unbound receivers, conditions, what is no function',
    cases: [
      'handlers: a method of the class, which loses its receiver',
      'handlers: a member, which loses its receiver',
      'handlers: a conditional reference',
      'handlers: a reference',
      'handlers: references in catch and finally',
      'handlers: a parameter that is a function by its name',
      'links: then of a number',
      'links: then of null',
      'links: then of undefined and a handler',
      'refused: a handler that may be no function',
      'refused: a member that may be no function',
    ],
  },
  {
    trap: 'chains that are not returned, promises that are used twice, chains in Promise.all',
    cases: [
      'refused: a chain that nothing waits for',
      'refused: a chain used twice',
      'refused: chains side by side',
      'last: in a listener, with a catch',
    ],
  },
  {
    trap: 'functions that sometimes give no promise, or throw',
    cases: [
      'refused: a plain value as well',
      'refused: nothing as well',
      'refused: nothing at the end',
      'refused: a plain value that the file waits for, and hands on',
      'refused: synchronous throws that must stay',
      'adopted: awaited by its only caller',
      'functions: an early throw',
    ],
  },
  {
    trap: 'thenables that are no promises, or start when they are awaited',
    cases: [
      'refused: a knex query',
      'refused: a mongoose query',
      'refused: a parameter of a type of knex',
      'refused: a Cypress command',
      'refused: AngularJS $http',
      'refused: AngularJS $q of this',
      'refused: jQuery',
      'handlers: a thenable in a guarded return',
    ],
  },
  {
    trap: 'variables that have a value while the chain that they are assigned runs, or ends without one',
    cases: [
      'links: a chain without a value for what has one',
      'links: a chain without a value for a var in a loop',
      'links: finally that sees what the value goes to',
      'links: finally that fails, and what the value went to',
    ],
  },
  {
    trap: 'ends of a handler that a switch returns, constants behind early ends, functions in blocks',
    cases: [
      'handlers: a switch that returns chains with ends of their own',
      'handlers: a switch that returns a chain without a value',
      'handlers: an early return before a constant that a function uses already',
      'names: a function in a block, whose name reaches out of it',
    ],
  },
  {
    trap: 'executors, handlers that need not be there, promises that are bound',
    cases: [
      'refused: the executor of a promise of a library',
      'refused: an executor with a name',
      'refused: the handlers of a then of its own, which need not be there',
      'refused: a variable that is bound',
    ],
  },
  {
    trap: 'methods of bluebird and q, and callers that use them on the result',
    cases: [
      'refused: bluebird',
      'refused: a call of unknown origin beside bluebird',
      'refused: a project that runs on bluebird',
      'refused: a filtered catch',
      'refused: spread',
      'refused: a progress handler',
      'refused: a chain that a method of a library is called on',
    ],
  },
];

/**
 * @typedef {object} PeerFault
 * @property {readonly ('TypeScript' | 'asyncify' | 'sgilroy')[]} peers
 * @property {string} fault What they do.
 * @property {string} right What this codemod does instead.
 * @property {readonly CaseName[]} cases
 */

/** @type {readonly PeerFault[]} */
export const PEER_FAULTS = [
  {
    peers: ['TypeScript'],
    fault: 'what `finally` returns replaces the result, a rejection too',
    right: 'the value is dropped',
    cases: ['links: finally that gives a value, which nobody sees'],
  },
  {
    peers: ['TypeScript'],
    fault: 'a promise that `finally` returns replaces the result',
    right: 'it is awaited, and its value is dropped',
    cases: ['links: finally with a returned promise', 'links: finally that is waited for'],
  },
  {
    peers: ['TypeScript'],
    fault: '`finally(reference)` disappears',
    right: 'the function is called, without an argument',
    cases: ['links: finally gets no argument'],
  },
  {
    peers: ['TypeScript', 'asyncify'],
    fault: '`arguments` in a handler becomes that of the function around it',
    right: 'the handler stays a function, and is called',
    cases: [
      'handlers: a function with its arguments',
      'refused: only a function with its own arguments',
    ],
  },
  {
    peers: ['TypeScript', 'sgilroy'],
    fault: '`then(o.g)` becomes `o.g(value)`, with a receiver',
    right: '`(0, o.g)(value)`',
    cases: [
      'handlers: a member, which loses its receiver',
      'handlers: a method of the class, which loses its receiver',
    ],
  },
  {
    peers: ['TypeScript'],
    fault: 'names of imports are shadowed (microsoft/TypeScript#39858)',
    right: 'the handler’s name is renamed',
    cases: [
      'names: the name of what the head calls',
      'names: the name of what another handler uses',
    ],
  },
  {
    peers: ['TypeScript'],
    fault: 'early returns of a handler leave the function (microsoft/TypeScript#40040, #41255)',
    right: '`if` and `else`',
    cases: [
      'handlers: an early return in the middle',
      'handlers: an early return that is not taken',
      'handlers: two early returns',
    ],
  },
  {
    peers: ['TypeScript'],
    fault: 'branches of `if` and `else` are dropped (microsoft/TypeScript#27641)',
    right: 'both stay',
    cases: ['handlers: an if with an else', 'handlers: nested ifs'],
  },
  {
    peers: ['TypeScript'],
    fault: 'an `if` without braces gets a declaration: the file does not parse any more',
    right: 'the branch gets braces',
    cases: ['functions: an early return of another chain', 'fixtures: handler-kept'],
  },
  {
    peers: ['TypeScript', 'asyncify'],
    fault: 'a `try` around the chain, which caught what was thrown at once, now catches rejections',
    right: 'refused',
    cases: ['refused: a chain in a synchronous try'],
  },
  {
    peers: ['TypeScript', 'asyncify', 'sgilroy'],
    fault: 'comments are lost or moved',
    right: 'they stay beside the code they stood beside',
    cases: ['fixtures: comments'],
  },
  {
    peers: ['asyncify', 'sgilroy'],
    fault: '`then(ok, fail)`: fail swallows what ok throws',
    right: '`ok` is called outside of the `try`',
    cases: ['links: both handlers', 'links: both handlers, the second swallows'],
  },
  {
    peers: ['asyncify'],
    fault: 'a plain value that the function also returns becomes a promise',
    right: 'refused unless everything in the file waits for it',
    cases: ['refused: a plain value as well', 'adopted: awaited by its only caller'],
  },
  {
    peers: ['asyncify'],
    fault: 'the default of a handler’s parameter becomes an assignment to a literal: no parse',
    right: '`const [value = 8] = [await promise];`',
    cases: ['handlers: a default'],
  },
  {
    peers: ['asyncify'],
    fault: 'what follows `then(undefined, fail)` is called on the awaited value',
    right: 'it waits for the outcome of `fail`',
    cases: ['links: then of undefined and a handler', 'links: catch before and after'],
  },
  {
    peers: ['asyncify'],
    fault: 'a function that gave a promise of bluebird gives a native one, without `map` and `tap`',
    right: 'refused while callers may use them',
    cases: ['refused: bluebird', 'refused: a call of unknown origin beside bluebird'],
  },
  {
    peers: ['asyncify'],
    fault: 'TypeScript syntax is a syntax error',
    right: 'it is read and kept',
    cases: ['fixtures: typescript'],
  },
  {
    peers: ['sgilroy'],
    fault: 'a TypeError on handlers that are names',
    right: 'the function is called',
    cases: ['handlers: a reference', 'handlers: references in both places'],
  },
  {
    peers: ['sgilroy'],
    fault: 'a constant is declared twice: the file does not parse any more',
    right: 'the second one is renamed',
    cases: ['names: constants of the same name', 'names: the same parameter thrice'],
  },
  {
    peers: ['sgilroy'],
    fault:
      '`return promise` in a `try` is not awaited: its rejection, and that of `Promise.reject`, passes the `catch`',
    right: '`return await promise`',
    cases: [
      'links: catch after then',
      'links: a nested chain with its own catch',
      'handlers: a rejected promise in a guarded return',
    ],
  },
  {
    peers: ['sgilroy'],
    fault: 'early returns in loops leave the function, not the handler',
    right: 'the handler stays a function, and is called',
    cases: ['handlers: a loop that returns'],
  },
  {
    peers: ['sgilroy'],
    fault: '`var` of two handlers becomes one variable',
    right: 'the second one is renamed',
    cases: ['names: var in two handlers', 'names: var named as one outside'],
  },
];
