/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../../contract/pattern.js' */
/** @import { PromisifiedObject } from '../../../promises/promisified-objects.js' */
/** @import { Edit } from '../../../edits/edit.js' */

import { isCoreModule } from '../../../analysis/apis/core-promise-apis.js';
import { resolveOrigin } from '../../../analysis/modules/modules.js';
import { runsOn } from '../../../analysis/environment/node-floor.js';
import { insertAfter, replaceRange } from '../../../edits/edit.js';
import { newlineOf } from '../../../edits/indentation.js';
import { hasOwnSemicolon } from '../../../edits/leading-semicolons.js';
import { hasCommentBetween } from '../../../edits/trivia.js';
import { isCoreObject } from '../../../promises/promisified-objects.js';
import { importedName } from './imports.js';

/** Functions of Node that are younger than async functions: the first Node that has each. */
const SINCE = /** @type {Readonly<Record<string, string>>} */ ({
  copyFile: '8.5.0',
  cp: '16.7.0',
  hkdf: '15.0.0',
  opendir: '12.12.0',
  randomInt: '14.10.0',
  rm: '14.14.0',
  scrypt: '10.5.0',
  statfs: '18.15.0',
});

/**
 * const fs = Bluebird.promisifyAll(require('fs'))
 *   ->  const fs = require('fs'); const readFile = util.promisify(fs.readFile)
 *
 * @param {PatternContext} context
 * @param {PromisifiedObject} object
 * @returns {Edit[] | { refusal: Refusal }}
 */
export function writePromisifyAll(context, { call, name, methods }) {
  const { sourceCode } = context;
  const statement = /** @type {TSESTree.Node} */ (
    call.parent.type === 'VariableDeclarator' ? call.parent.parent : call.parent
  );
  const [object] = call.arguments;
  if (!object || hasCommentBetween(sourceCode, ...call.range)) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const missing = isCoreObject(sourceCode, object)
    ? methods.map(({ key }) => SINCE[key]).find((since) => since && !runsOn(context, since))
    : undefined;
  if (missing) {
    return { refusal: { reason: 'engines-too-old', subject: missing } };
  }
  const semicolon = hasOwnSemicolon(sourceCode, statement) ? ';' : '';
  const origin = resolveOrigin(sourceCode, object);
  const isFree = origin !== undefined && isCoreModule(origin);
  const util = importedName(sourceCode, 'util');
  const declarations = methods.map((method) => {
    const fn = `${name}.${method.key}`;
    // The library looks up the method whenever it is called: it may have been replaced by then.
    const promisified =
      isFree || context.isTyped
        ? `${util}.promisify(${fn})${isFree ? '' : `.bind(${name})`}`
        : `${util}.promisify((...args) => ${fn}(...args))`;
    return `const ${method.name} = ${promisified}`;
  });
  if (statement.type === 'ExpressionStatement') {
    return [replaceRange(call.range, declarations.join(`${semicolon}${newlineOf(sourceCode)}`))];
  }
  return [
    replaceRange([call.range[0], object.range[0]], ''),
    replaceRange([object.range[1], call.range[1]], ''),
    insertAfter(
      statement.range[1],
      declarations.map((line) => `${newlineOf(sourceCode)}${line}${semicolon}`).join(''),
    ),
  ];
}
