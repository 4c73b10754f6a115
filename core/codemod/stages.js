/** @import { Codemod } from './convert.js' */

/**
 * @typedef {object} Stage
 * @property {Codemod} codemod
 * @property {boolean} isRepeated Whether all that it has to look at is what has changed since the last
 *   stage that was not.
 */

/** The rounds in which codemods free sites for each other end long before. */
const MOST_REPETITIONS = 10;

/**
 * The codemods in their order. If one of them frees a site for an earlier one, the site is
 * converted at once, so that nothing is left for a second migration.
 *
 * @param {readonly Codemod[]} codemods
 * @returns {Generator<Stage, void, boolean>} It asks whether the stage has changed anything.
 */
export function* stagesOf(codemods) {
  /** @type {Set<Codemod>} */
  const passed = new Set();
  for (const first of inOrder(codemods)) {
    passed.add(first);
    const stages = [{ codemod: first, isRepeated: false }];
    for (const stage of stages) {
      const hasChanged = yield stage;
      if (hasChanged && stages.length < MOST_REPETITIONS) {
        const freed = [...passed].filter(({ freedBy = [] }) =>
          freedBy.includes(stage.codemod.name),
        );
        stages.push(...freed.map((codemod) => ({ codemod, isRepeated: true })));
      }
    }
  }
}

/**
 * @param {readonly Codemod[]} codemods
 * @returns {Codemod[]} Those with a second run where what another writes frees what they left.
 */
export function inOrder(codemods) {
  return codemods.flatMap((codemod) => [
    codemod,
    ...codemods.filter(({ againBehind }) => againBehind === codemod.name),
  ]);
}
