/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../../contract/obligations.js' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { StaticResult } from './results.js' */

import { coreApi } from '../../../analysis/apis/core-promise-apis.js';
import { takesDescriptor } from '../../../analysis/values/descriptors.js';
import { isFunction } from '../../../analysis/syntax/functions.js';
import { readKey, readString, resolveOrigin } from '../../../analysis/modules/modules.js';
import { runsOn } from '../../../analysis/environment/node-floor.js';
import { insertAfter, insertBefore, replaceRange } from '../../../edits/edit.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import { hasCommentBetween } from '../../../edits/trivia.js';
import { replaceCallee } from './callees.js';
import { readInline, replaceComma } from '../methods/handlers.js';
import { callHelper } from '../helpers.js';
import { importedName } from './imports.js';
import { writePromisify } from './promisify.js';
import { refuseUsage, withPromise } from './results.js';
import { isRestful } from '../values.js';

/**
 * Calls of functions of Node through Q and RSVP. These call later, and give a list where there are
 * several results: functions of which the shape is known, and that do nothing at once, are called
 * otherwise.
 */

/** The static that calls any other function so: https://github.com/kriskowal/q/blob/v1.5.1/q.js, `nfapply`. */
const CALLER = [
  '>return new Promise‹<any>›((resolve, reject) => {',
  '>>CALL(...args, (error‹: any›, ...values‹: any[]›) => {',
  '>>>if (error) {',
  '>>>>reject(error);',
  '>>>} else {',
  '>>>>resolve(values.length > 1 ? values : values[0]);',
  '>>>}',
  '>>});',
  '>});',
  '}',
];

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {{ name: string, opening: string[], callee: string }} caller
 * @returns {StaticResult}
 */
function writeCaller(context, call, { name, opening, callee }) {
  const lines = [...opening, ...CALLER.map((line) => line.replace('CALL', () => callee))];
  return withPromise(callHelper(context, call, { name, lines }));
}

/** Packages whose function calls back with one result or none. */
const SIMPLE_PACKAGES = new Set(['chownr', 'glob', 'mkdirp', 'ncp', 'rimraf', 'which']);

/**
 * @typedef {object} SimpleFunction
 * @property {boolean} hasForm Whether the module has it in `promises`.
 * @property {ObligationId[]} assumes The obligations of a module that only has the name of a known one.
 */

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} object
 * @param {string[]} keys
 * @returns {SimpleFunction | undefined} Undefined for what is not known to have one result or none.
 */
function readSimple(context, object, keys) {
  const origin = resolveOrigin(context.sourceCode, object);
  if (origin?.kind !== 'module') {
    return undefined;
  }
  const path = [...origin.path, ...keys];
  const name = origin.name.replace(/^.*\//u, '');
  if (SIMPLE_PACKAGES.has(name) && path.length === 0) {
    return { hasForm: false, assumes: name === origin.name ? [] : ['error-first'] };
  }
  const own = coreApi({ ...origin, path });
  const owner = object.type === 'MemberExpression' ? object.object : object;
  const isFs = owner.type === 'Identifier' && owner.name === 'fs';
  const api = own ?? (isFs ? coreApi({ kind: 'module', name: 'fs', path }) : undefined);
  return api && (api.results === 'one' || api.results === 'none')
    ? {
        hasForm: own?.promises !== undefined && runsOn(context, own.promises),
        assumes: own || origin.name === 'graceful-fs' ? [] : ['error-first'],
      }
    : undefined;
}

/**
 * Q.denodeify(fs.readFile)  ->  util.promisify(fs.readFile)
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writeDenodeify(context, call) {
  const [fn, more] = call.arguments;
  const simple = fn && !more ? readSimple(context, fn, []) : undefined;
  if (!simple) {
    return refuseUsage(context.sourceCode, call);
  }
  const written = writePromisify(context, call);
  return 'refusal' in written
    ? written
    : { ...written, assumes: [...new Set([...written.assumes, ...simple.assumes])] };
}

/**
 * Q.nfcall(fs.readFile, path)  ->  fs.promises.readFile(path)
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writeNfcall(context, call) {
  const { sourceCode } = context;
  const [fn, first] = call.arguments;
  const simple = fn && readSimple(context, fn, []);
  if (!fn || !simple) {
    return fn
      ? writeCaller(context, call, {
          name: 'nfcall',
          opening: ['async (fn‹: any›, ...args‹: any[]›) => {', '>const call = await fn;'],
          callee: 'call',
        })
      : refuseUsage(sourceCode, call);
  }
  const joint = first ? replaceComma(sourceCode, fn, first, '(') : [insertAfter(fn.range[1], '(')];
  const [start] = parenthesizedRange(sourceCode, fn);
  if (!joint || hasCommentBetween(sourceCode, call.range[0], start)) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const edits =
    simple.hasForm &&
    fn.type === 'MemberExpression' &&
    !takesDescriptor(sourceCode, readKey(fn), first)
      ? [
          replaceRange([call.range[0], start], ''),
          insertAfter(fn.object.range[1], '.promises'),
          ...joint,
        ]
      : [
          replaceRange([call.range[0], start], `${importedName(sourceCode, 'util')}.promisify(`),
          insertAfter(fn.range[1], ')'),
          ...joint,
        ];
  return withPromise(edits, simple.assumes);
}

/**
 * Q.ninvoke(fs, 'readFile', path)  ->  fs.promises.readFile(path)
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writeNinvoke(context, call) {
  const { sourceCode } = context;
  const [object, key, first] = call.arguments;
  const name = key && readString(key);
  const simple = object && name ? readSimple(context, object, [name]) : undefined;
  if (!object || !key || !simple) {
    return object && key
      ? writeCaller(context, call, {
          name: 'ninvoke',
          opening: [
            'async (value‹: any›, name‹: any›, ...args‹: any[]›) => {',
            '>const object = await value;',
          ],
          callee: 'object[name]',
        })
      : refuseUsage(sourceCode, call);
  }
  const end = first ? parenthesizedRange(sourceCode, first)[0] : key.range[1];
  if (
    hasCommentBetween(sourceCode, call.range[0], object.range[0]) ||
    hasCommentBetween(sourceCode, object.range[1], end)
  ) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  /** @type {(opening: string, member: string) => Edit[]} */
  const write = (opening, member) => [
    replaceRange([call.range[0], object.range[0]], opening),
    replaceRange([object.range[1], end], member),
  ];
  const edits =
    simple.hasForm && !takesDescriptor(sourceCode, name, first)
      ? write('', `.promises.${name}(`)
      : write(`${importedName(sourceCode, 'util')}.promisify(`, `.${name})(`);
  return withPromise(edits, simple.assumes);
}

/**
 * Q.fcall(() => load())  ->  Promise.resolve().then(() => load())
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writeLater(context, call) {
  const { sourceCode } = context;
  const [fn, first] = call.arguments;
  const last = call.arguments.at(-1);
  const callee = replaceCallee(context, call, ['Promise.resolve().then']);
  if (!fn || 'refusal' in callee) {
    return fn && 'refusal' in callee ? callee : refuseUsage(sourceCode, call);
  }
  if (!first && isFunction(fn) && fn.params.length === 0 && readInline(sourceCode, fn)) {
    return withPromise(callee);
  }
  const isPlain =
    fn.type === 'Identifier' && call.arguments.every((argument) => isRestful(sourceCode, argument));
  const joint = first ? replaceComma(sourceCode, fn, first, '(') : [insertAfter(fn.range[1], '(')];
  return isPlain && joint && last
    ? withPromise([
        ...callee,
        insertBefore(fn.range[0], '() => '),
        ...joint,
        insertAfter(last.range[1], ')'),
      ])
    : withPromise(
        replaceCallee(context, call, [
          '(async (fn‹: any›, ...args‹: any[]›) => (await fn)(...args))',
        ]),
      );
}
