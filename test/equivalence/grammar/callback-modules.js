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
  options: {
    promisify: 'operations.call',
    ...(process.env.STRICT && { 'callee-is-error-first': false }),
  },
  program: (draw) => project(draw),
  faults: ['reject', 'reject', 'never'],
  callsBackLater: true,
  rounds: 6,
  goesOn: true,
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
  options: { ...callbackModulesLater.options, api: 'dual' },
};
