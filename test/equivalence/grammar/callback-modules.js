import { PROJECT_PRODUCTIONS, project } from './modules/project.js';

/**
 * Functions that take a node-style callback, in several modules that are converted together.
 *
 * @import { Language } from './arbitrary.js'
 */

/** What is written only where each callback is called when it was. */
const STRICT = /^use-(?:returned|then-more|tried)$/u;

/** @type {Language} */
export const callbackModules = {
  name: 'callback-modules',
  codemod: 'callback-to-async',
  weight: 1,
  options: { callbacks: 'operations.call' },
  program: (draw) => project(draw),
  faults: ['reject', 'reject', 'never'],
  callsBackLater: true,
  rounds: 6,
  isProject: true,
  // Whether a function is converted is up to those of other files that it calls, too.
  callersMustChange: true,
  goesOn: true,
  productions: PROJECT_PRODUCTIONS,
};

/** @type {Language} */
export const callbackModulesLater = {
  ...callbackModules,
  name: 'callback-modules --accept=timing-unobservable',
  options: { ...callbackModules.options, accept: 'timing-unobservable' },
  program: (draw) => project(draw, { anyTick: true }),
  productions: PROJECT_PRODUCTIONS.filter(({ name }) => !STRICT.test(name)),
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
