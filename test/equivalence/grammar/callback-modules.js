import { PROJECT_PRODUCTIONS, project } from './modules/project.js';

/**
 * Functions that take a node-style callback, in several modules that are converted together.
 *
 * @import { Language } from './arbitrary.js'
 */

/** @type {Language} */
export const callbackModules = {
  name: 'callback-modules',
  codemod: 'callback-to-async',
  weight: 1,
  options: { promisify: 'operations.call' },
  program: (draw) => project(draw),
  faults: ['reject', 'reject', 'never'],
  callsBackLater: true,
  rounds: 6,
  productions: PROJECT_PRODUCTIONS,
};

/** @type {Language} */
export const callbackModulesLater = {
  ...callbackModules,
  name: 'callback-modules --callback-timing=accept',
  options: { ...callbackModules.options, 'callback-timing': 'accept' },
  program: (draw) => project(draw, true),
};

/** @type {Language} */
export const callbackModulesAsync = {
  ...callbackModulesLater,
  name: 'callback-modules --api=async',
  options: { ...callbackModulesLater.options, api: 'async' },
};

/** @type {Language} */
export const callbackModulesDual = {
  ...callbackModulesLater,
  name: 'callback-modules --api=dual',
  // To a second run, what gives a promise since the first is another function.
  onlyBehaviour: true,
  options: { ...callbackModulesLater.options, api: 'dual' },
};
