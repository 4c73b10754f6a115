import { newTypeErrors } from '../type-errors.js';
import { callbackModules } from './callback-modules.js';
import { TYPED_PRODUCTIONS, typedProject } from './typed/project.js';

/**
 * Functions that take a node-style callback, in TypeScript: what is converted has no error that the
 * compiler did not find before.
 *
 * @import { Language } from './arbitrary.js'
 */

/** @type {Language} */
export const callbackTypes = {
  ...callbackModules,
  name: 'callback-types',
  program: typedProject,
  judge: newTypeErrors,
  productions: TYPED_PRODUCTIONS,
};

/** @type {Language} */
export const callbackTypesLater = {
  ...callbackTypes,
  name: 'callback-types --accept=timing-unobservable',
  options: { ...callbackTypes.options, accept: 'timing-unobservable' },
};

/** @type {Language} */
export const callbackTypesAsync = {
  ...callbackTypesLater,
  name: 'callback-types --api=async',
  options: { ...callbackTypesLater.options, api: 'async' },
};

/** @type {Language} */
export const callbackTypesDual = {
  ...callbackTypesLater,
  name: 'callback-types --api=dual',
  options: { ...callbackTypesLater.options, api: 'dual' },
};
