/**
 * Faults to plant in the planner of callback-to-async, each a small edit of one file: what makes such a
 * conversion unsafe, with the test for it taken out.
 *
 * @type {readonly import('./plant.js').Mutant[]}
 */
export const CALLBACK_MUTANTS = [
  {
    fault: 'what follows `cb(err)` without a `return` is left out',
    file: 'exits.js',
    from: 'if (!slot.returned && position.followed) {',
    to: 'if (false) {',
  },
  {
    fault: 'what may be an error is taken for none',
    file: 'exits.js',
    from: '      writeTest(translator, slot, /** @type {TSESTree.Expression} */ (error), results, position);',
    to: '      writeResults(translator, slot, slot.start, results, position);',
  },
  {
    fault: 'what may be an error is taken for one',
    file: 'exits.js',
    from: '      writeTest(translator, slot, /** @type {TSESTree.Expression} */ (error), results, position);',
    to: '      writeThrow(translator, slot, /** @type {TSESTree.Expression} */ (error), results, position);',
  },
  {
    fault: 'a loop that starts its calls side by side waits for each',
    file: 'calls.js',
    from: 'if (position.inLoop && !slot.returned) {',
    to: 'if (false) {',
  },
  {
    fault: 'code after a call runs after its callback',
    file: 'statements.js',
    from: '} else if (rest.length > 0) {',
    to: '} else if (false) {',
  },
  {
    fault: 'a callback in the same tick comes in a later one',
    file: 'calls.js',
    from: "if (!context.options.differences.has('callback-timing')) {",
    to: 'if (false) {',
  },
  {
    fault: 'a handler of errors that does not end is gone on from',
    file: 'callback-body.js',
    from: 'if (translateStatements(translator, statements, { ...position, followed: true, last: false })) {',
    to: 'if (translateStatements(translator, statements, { ...position, followed: true, last: false }) && false) {',
  },
  {
    fault: 'a callback that is not called on a path is called on it',
    file: 'plan.js',
    from: '    if (translateStatements(translator, block.body.slice(from, to), position)) {\n',
    to: '    if (translateStatements(translator, block.body.slice(from, to), position) && false) {\n',
  },
  {
    fault: 'a value that was tested is known for ever',
    file: 'errors.js',
    from: 'return (writesOf(variable).length === 0 && known.get(variable)) ||',
    to: 'return known.get(variable) ||',
  },
  {
    fault: '`err == null` is read as `err != null`',
    file: 'errors.js',
    from: "inner && { ...inner, whenTrue: 'null', whenFalse: 'set' }",
    to: 'inner',
  },
  {
    fault: '`!err` is read as `err`',
    file: 'errors.js',
    from: '{ ...inner, whenTrue: inner.whenFalse, whenFalse: inner.whenTrue };',
    to: 'inner;',
  },
  {
    fault: 'the test of an error and of something else tells results when it fails',
    file: 'errors.js',
    from: '{ ...inner, whenFalse: undefined };',
    to: 'inner;',
  },
  {
    fault: 'any `try` around a call is taken for one that hands errors on',
    file: 'tries.js',
    from: '    translator.isCallback(exit?.callee) &&\n',
    to: '',
  },
  {
    fault: 'a call that calls back in the same tick is not kept in it',
    file: 'prologue.js',
    from: 'if (usesWithin(translator, statement).some((use) => isSyncUse(translator, use))) {',
    to: 'if (false) {',
  },
  {
    fault: 'a wrapper goes on with what follows its branch',
    file: 'boundary.js',
    from: "const ending = followed ? `\\n${indent}return${semicolon}` : '';",
    to: "const ending = '';",
  },
  {
    fault: '`this` is lost where the inside becomes a function of its own',
    file: 'boundary.js',
    from: 'const call = usesThis\n    ?',
    to: 'const call = false && usesThis\n    ?',
  },
  {
    fault: '`arguments` of the function become those of another',
    file: 'plan.js',
    from: 'if (uses.arguments.some((use) => regionOf(regions, use))) {',
    to: 'if (false) {',
  },
  {
    fault: 'a function that uses variables of both halves is split',
    file: 'boundary.js',
    from: 'return crosses ||',
    to: 'return',
  },
].map((mutant) => ({ ...mutant, languages: ['callback-nest'] }));
