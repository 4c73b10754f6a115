/**
 * Faults to plant in the front end of promise-chain-to-async and in the regions that it makes, each a small edit of one file: what peers
 * get wrong, and what this planner takes care of.
 *
 * @type {readonly import('./plant.js').Mutant[]}
 */
export const CHAIN_MUTANTS = [
  {
    fault: '`then(ok, failed)` forgets `ok`',
    file: '../../regions/print/waits.js',
    from: 'else if (step.fulfilled && step.rejected) {',
    to: 'else if (step.fulfilled && step.rejected && false) {',
  },
  {
    fault: 'what `ok` throws reaches `failed` of the same `then`',
    file: '../../regions/print/waits.js',
    from: '  if (!flag) {\n    proceed(out);\n    return;\n  }',
    to: '  if (!flag) {\n    proceed(block);\n    return;\n  }',
  },
  {
    fault: 'after `failed`, `ok` runs too',
    file: '../../regions/print/waits.js',
    from: 'handler.items.unshift(line([`${flag} = true`]));',
    to: '',
  },
  {
    fault: 'a `failed` that returns is taken for one that throws',
    file: '../../regions/print/endings.js',
    from: 'givingReturnsOf(context, handler.fn).length === 0',
    to: 'true',
  },
  {
    fault: 'a value stays although the `finally` after it fails',
    file: '../../regions/print/waits.js',
    from: "handler.items.unshift(line([...destination.target, ' = undefined']));",
    to: '',
  },
  {
    fault: 'a promise that is returned in `try` is not waited for',
    file: '../../regions/print/waits.js',
    from: '{ ...destination, isGuarded: true } : destination;',
    to: '{ ...destination } : destination;',
  },
  {
    fault: 'the promise that a `finally` gives is not waited for',
    file: '../../regions/print/waits.js',
    from: "writeCall(printer, handler, [], { kind: 'drop' }, finalizer);",
    to: "writeCall(printer, handler, [], { kind: 'return', isGuarded: false, isTail: true }, finalizer);",
  },
  {
    fault: 'a `finally` joins the `try` of a `finally` before it',
    file: '../../regions/print/waits.js',
    from: "only?.type === 'try' && !only.finalizer;",
    to: "only?.type === 'try';",
  },
  {
    fault: 'a handler by name is called although its object is lost',
    file: '../../regions/print/calls.js',
    from: "isTyped ? named(handler.node) : ['(0, ', handler.node.range, ')']",
    to: '[handler.node.range]',
  },
  {
    fault: 'names that clash are not renamed',
    file: '../../regions/build/names.js',
    from: 'if (clashes(variable, block, uses, later, renamed, block === home)) {',
    to: 'if (false) {',
  },
  {
    fault: 'a name of the output hides one that the code uses',
    file: '../../regions/build/names.js',
    from: 'for (; taken.has(candidate); number++) {',
    to: 'for (; false; number++) {',
  },
  {
    fault: 'a parameter that is written becomes a constant',
    file: '../../regions/print/bindings.js',
    from: "keyword: isWritten ? 'let' : 'const',",
    to: "keyword: 'const',",
  },
  {
    fault: 'the default of a parameter is lost',
    file: '../../regions/print/bindings.js',
    from: "isWrapped: parameter.type === 'AssignmentPattern',",
    to: 'isWrapped: false,',
  },
  {
    fault: 'a handler with a `return` in a loop is put in place of its call',
    file: '../../regions/print/bodies.js',
    from: 'return restructure(sourceCode, fn.body, returns, isPlainReturn) !== undefined;',
    to: 'return true;',
  },
  {
    fault: 'a promise that a handler returns in its own `try` is not waited for outside of it',
    file: '../../regions/print/bodies.js',
    from: '(statement) => !tryAround(statement, fn) || isPlainReturn(statement),',
    to: '(statement) => tryAround(statement, fn) || isPlainReturn(statement),',
  },
  {
    fault: 'an early `return` leaves a `switch` without a `break`',
    file: '../../regions/build/early-returns.js',
    from: '    if (isInSwitch) {\n      result.breaks.add(statement);\n    }',
    to: '',
  },
  {
    fault: 'what follows an early `return` is not moved into an `else`',
    file: '../../regions/build/early-returns.js',
    from: 'result.branches.push({ after: statement, rest });',
    to: '',
  },
  {
    fault: 'a chain in a synchronous `try` is waited for',
    file: '../promise-chain.js',
    from: "if (use !== 'awaited' && owner && tryAround(statement, owner)) {",
    to: 'if (false) {',
  },
  {
    fault: 'a function that cannot be async becomes it',
    file: '../promise-chain.js',
    from: '  if (unfit) {',
    to: '  if (false) {',
  },
  {
    fault: 'a function that sometimes gives a plain value becomes async',
    file: 'functions.js',
    from: "if (kind === 'plain') {",
    to: 'if (false) {',
  },
  {
    fault: 'a function that may end without a promise becomes async',
    file: 'functions.js',
    from: "if (fn.body.type === 'BlockStatement' && canComplete(sourceCode, fn.body)) {",
    to: 'if (false) {',
  },
  {
    fault: 'a synchronous throw that becomes a rejection is not reported',
    file: '../promise-chain.js',
    from: 'fn && becomesAsync && throwsEarly(context, fn)',
    to: 'false',
  },
  {
    fault: 'a value that may be a promise is handed on without `await`',
    file: '../../regions/print/destinations.js',
    from: "const awaited = value.isPlain ? pieces : ['await ', ...operand];",
    to: 'const awaited = pieces;',
  },
  {
    fault: 'a handler that gives nothing leaves the value before it',
    file: '../../regions/print/destinations.js',
    from: 'if (value !== UNDEFINED || destination.isSet) {',
    to: 'if (value !== UNDEFINED) {',
  },
].map((mutant) => ({ ...mutant, languages: ['promise-chain'] }));
