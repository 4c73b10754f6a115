/** @import { Scope } from '@typescript-eslint/scope-manager' */
/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { TextEdit } from './edit.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from '../analysis/syntax/facts.js';
import { resolveOrigin } from '../analysis/modules/modules.js';

/**
 * The globals that converted code refers to. The patterns look after two of them: a variable
 * `Promise` is a library of promises more often than not, and one that is called `process` may move away
 * from what refers to Node's.
 */
const GLOBALS = [
  'AggregateError',
  'Array',
  'Error',
  'Map',
  'Math',
  'Number',
  'Object',
  'RangeError',
  'Set',
  'Symbol',
  'TypeError',
  'clearImmediate',
  'clearTimeout',
  'setImmediate',
  'setTimeout',
];

/**
 * Where one of them means a variable of the file.
 *
 * @type {(sourceCode: SourceCodeLike) => readonly { name: string, text: RegExp, range: TSESTree.Range }[]}
 */
const shadows = oncePerFile((sourceCode) =>
  /** @type {Scope[]} */ (sourceCode.scopeManager?.scopes ?? []).flatMap(({ block, set }) =>
    GLOBALS.filter((name) => {
      const variable = set.get(name);
      return (
        variable !== undefined &&
        variable.defs.length > 0 &&
        // ESLint's own scopes do not say.
        variable.isValueVariable !== false &&
        !variable.identifiers.every((each) => isSame(sourceCode, each, name))
      );
    }).map((name) => ({
      name,
      text: new RegExp(`(?<![\\w$.])${name}(?![\\w$])`, 'gu'),
      range: block.type === 'Program' ? [-1, Infinity] : block.range,
    })),
  ),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} identifier
 * @param {string} name
 * @returns {boolean} `import { setTimeout } from 'node:timers'`
 */
function isSame(sourceCode, identifier, name) {
  const origin = resolveOrigin(sourceCode, identifier);
  return origin?.kind === 'module' && [origin.name, ...origin.path].join('.') === `timers.${name}`;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TextEdit[]} edits
 * @returns {string | undefined} A global that they refer to where the file has a variable of its name.
 */
export function capturedGlobal(sourceCode, edits) {
  return shadows(sourceCode).find(({ text, range: [start, end] }) =>
    edits.some(
      (edit) =>
        edit.range[0] < end &&
        edit.range[1] > start &&
        count(edit.text, text) > count(sourceCode.text.slice(...edit.range), text),
    ),
  )?.name;
}

/**
 * @param {string} source
 * @param {RegExp} text
 * @returns {number}
 */
const count = (source, text) => source.match(text)?.length ?? 0;
