import { asyncClosure } from './grammar/async-closure.js';
import { ASYNC_LANGUAGES } from './grammar/async-lib.js';
import { bluebird, bluebirdNative } from './grammar/bluebird.js';
import { bluebirdCoroutine, bluebirdCoroutineNative } from './grammar/bluebird-coroutine.js';
import {
  callbackModules,
  callbackModulesAsync,
  callbackModulesDual,
  callbackModulesLater,
} from './grammar/callback-modules.js';
import {
  callbackNest,
  callbackNestAsync,
  callbackNestDual,
  callbackNestApplication,
  callbackNestLater,
  callbackResults,
} from './grammar/callback-nest.js';
import {
  callbackService,
  callbackServiceAsync,
  callbackServiceDual,
  callbackServiceLater,
} from './grammar/callback-service.js';
import {
  callbackTypes,
  callbackTypesAsync,
  callbackTypesDual,
  callbackTypesLater,
} from './grammar/callback-types.js';
import { co } from './grammar/co.js';
import { coGenerators } from './grammar/co-generators.js';
import { coModules } from './grammar/co-modules.js';
import { asyncToGenerator, awaiter } from './grammar/down-levelled.js';
import { MIXED_LANGUAGES } from './grammar/mixed-modules.js';
import { promiseChain } from './grammar/promise-chain.js';
import { promiseNest } from './grammar/promise-nest.js';
import { q } from './grammar/q.js';
import { streamCollector } from './grammar/stream-collector.js';
import { wrappedAwait } from './grammar/wrapped-await.js';
import { rejectInsteadOfThrowing } from './reject.js';
import { withSharedNames } from './shared-names.js';

/**
 * Every source language, and so every codemod, that random programs prove. Languages of one codemod
 * share its programs by weight, those of several files apart from the others.
 *
 * @type {readonly import('./grammar/arbitrary.js').Language[]}
 */
export const LANGUAGES = [
  co,
  coGenerators,
  bluebirdCoroutine,
  bluebirdCoroutineNative,
  q,
  awaiter,
  asyncToGenerator,
  wrappedAwait,
  asyncClosure,
  promiseChain,
  bluebird,
  bluebirdNative,
  callbackNest,
  callbackNestLater,
  callbackNestAsync,
  callbackNestDual,
  callbackNestApplication,
  callbackResults,
  callbackService,
  callbackServiceLater,
  callbackServiceAsync,
  callbackServiceDual,
  promiseNest,
  callbackModules,
  callbackModulesLater,
  callbackModulesAsync,
  callbackModulesDual,
  callbackTypes,
  callbackTypesLater,
  callbackTypesAsync,
  callbackTypesDual,
  coModules,
  ...ASYNC_LANGUAGES,
  streamCollector,
];

/** The name under which all codemods run one after the other, as the command does it. */
export const MIGRATE = 'migrate';

/**
 * The same languages, those of one file, for all codemods together: what one of them writes, the next
 * one reads. And files that use each other by the ways of all libraries.
 *
 * @type {readonly import('./grammar/arbitrary.js').Language[]}
 */
export const MIGRATIONS = [
  ...LANGUAGES.filter(({ isProject }) => !isProject),
  ...MIXED_LANGUAGES,
].map((language) => ({
  ...language,
  name: `${MIGRATE} ${language.name}`,
  codemod: MIGRATE,
  weight: 1,
  // What one codemod has to leave is another's to convert.
  onlyBehaviour: true,
  callersMustChange: true,
  // The places of bluebird's methods are those of functions that take theirs, too.
  ...(language.codemod !== 'bluebird-to-native' && { accepted: rejectInsteadOfThrowing }),
  productions: language.productions.map((production) => ({ ...production, optional: true })),
}));

/**
 * All languages once more, with inner variables named like those around them.
 *
 * @type {readonly import('./grammar/arbitrary.js').Language[]}
 */
export const WITH_SHARED_NAMES = LANGUAGES.map(({ compile = (text) => text, ...language }) => ({
  ...language,
  compile: (text) => withSharedNames(compile(text)),
  // The lines of the output are no longer those of the grammar.
  onlyBehaviour: true,
}));

/** Everything that random programs prove. */
export const PROVED = [...LANGUAGES, ...MIGRATIONS];

/**
 * @param {import('./grammar/arbitrary.js').Language} language
 * @param {number} programs Of all languages of the codemod together.
 * @returns {number}
 */
export function shareOf({ codemod, weight, isProject }, programs) {
  const total = PROVED.filter(
    (each) => each.codemod === codemod && each.isProject === isProject,
  ).reduce((sum, each) => sum + each.weight, 0);
  return Math.ceil((programs * weight) / total);
}
