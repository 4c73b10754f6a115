/**
 * From regions to edits. Only this folder writes `await`, `try`, `catch` and the `const` that binds a
 * result.
 *
 * - `printer.js`: one function while its regions become statements
 * - `waits.js`: the two edges of a wait, as `try` and `catch`, and a value's way through its steps
 * - `destinations.js`: where a value goes: it is returned, declared, assigned, or dropped
 * - `bodies.js`: the statements of a function in place of its call; `else-branches.js`: those behind its early exits
 * - `calls.js`: functions that stay functions; `bindings.js`: what they are given
 * - `endings.js`: ends without a value
 * - `steps.js`: the steps of a region; `regions.js`: a region in place of statements, or around them;
 *   `loop-heads.js`: the head of a loop whose body stays
 * - `blocks.js`, `comments.js`, `writer.js`, `frames.js`: the statements, before and while they are written
 */

export { printLoopHead } from './loop-heads.js';
export { printAround, printEdges, printRegion } from './regions.js';
export { createPrinter, printEdits, replaceStatement } from './printer.js';
export { writeValue } from './waits.js';
