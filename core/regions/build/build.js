/**
 * From a source language to regions. `region.js` says what a region can say; a front end makes it.
 *
 * - `steps.js`: the steps of a region, and what settles it
 * - `early-returns.js`: the returns of a body as ends of its branches
 * - `names.js`: names that clash where a body has moved
 * - `settled-values.js`: promises that are settled when they are made
 */

export { operandOf } from './region.js';
export { unwrapReturn } from './settled-values.js';
