import { callbackModules } from './callback-modules.js';
import { mixedUses } from './modules/mixed.js';
import { writerOf } from './modules/offers.js';
import { project } from './modules/project.js';

/**
 * Modules whose functions take a node-style callback, and coroutines, chains of promises and functions of
 * `async` that call them: all codemods convert them together.
 *
 * @import { Language } from './arbitrary.js'
 */

/** @type {Language} */
const mixedModules = {
  ...callbackModules,
  name: 'modules',
  program: (draw) => project(draw, { mixes: true }),
  onlyBehaviour: true,
  productions: [...callbackModules.productions, ...mixedUses(writerOf(), [])],
};

/** What is accepted where callbacks may come later. */
const LATER = { ...callbackModules.options, accept: 'timing-unobservable' };

/** @type {readonly Language[]} */
export const MIXED_LANGUAGES = [
  mixedModules,
  ...[{}, { api: 'async' }, { api: 'dual' }].map((api) => {
    const options = { ...LATER, ...api };
    const [flag = ''] = Object.values(api).map((policy) => ` --api=${policy}`);
    return {
      ...mixedModules,
      name: `modules${flag || ' --accept=timing-unobservable'}`,
      program: (/** @type {Parameters<Language['program']>[0]} */ draw) =>
        project(draw, { mixes: true, anyTick: true }),
      options,
    };
  }),
];
