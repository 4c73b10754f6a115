/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { CallbackFunction } from '../../callbacks/functions/functions.js' */
/** @import { Definition } from '../../callbacks/functions/methods.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { moduleScope } from '../../analysis/syntax/scopes.js';
import { exportsOf } from '../../codemod/siblings.js';
import { definitionsByName } from '../../callbacks/functions/methods.js';
import { replacesFunctions } from '../../callbacks/functions/tests.js';

/**
 * Methods of a class that a file exports: what `new` makes of it has them and no others, unless
 * somebody replaces them.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} key Under which the file exports the class; '' for the export itself.
 * @param {string} name
 * @returns {CallbackFunction | undefined} The one function of that name that the class has.
 */
export function methodOf(sourceCode, key, name) {
  const values = [...exportsOf(sourceCode)].filter((each) => each.key === key);
  const [value] = values.map((each) => each.value);
  const definitions = definitionsByName(sourceCode).get(name) ?? [];
  if (!value || values.length > 1 || !definitions.every(isOfClass(sourceCode))) {
    return undefined;
  }
  const owners = ownersOf(sourceCode, value);
  const [own, ...more] = definitions.filter(({ owner }) => owners.has(owner));
  return more.length === 0 ? own?.found : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode Of another file.
 * @param {string} name
 * @returns {boolean} Whether the file may put another function in the place of a class's method.
 */
export function mayReplace(sourceCode, name) {
  const definitions = definitionsByName(sourceCode).get(name) ?? [];
  const isClass = isOfClass(sourceCode);
  const mixes = MIXES.test(sourceCode.text);
  return (
    replacesFunctions(sourceCode) ||
    !definitions.every((each) => isClass(each) || (!mixes && isOfObject(each)))
  );
}

/** The calls that may give a class the members of an object. */
const MIXES = /\b(?:assign|defineProperties|extend|mixin|prototype|setPrototypeOf)\b|__proto__/iu;

/**
 * @param {Definition} definition
 * @returns {boolean} `{ open() {} }`, `exports.open`
 */
function isOfObject({ owner }) {
  return (
    owner === 'exports' ||
    /** @type {TSESTree.Node | undefined} */ (owner)?.type === 'ObjectExpression'
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {(definition: Definition) => boolean} Whether a class of the file has it, and nothing else.
 */
function isOfClass(sourceCode) {
  return ({ owner }) => {
    if (typeof owner !== 'string') {
      return /** @type {TSESTree.Node | undefined} */ (owner)?.type === 'ClassBody';
    }
    const [, name = ''] = /^([\w$]+)\.prototype$/u.exec(owner) ?? [];
    const definition = moduleScope(sourceCode).set.get(name)?.defs[0];
    return definition?.type === 'FunctionName' || definition?.type === 'ClassName';
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value The value that is exported.
 * @returns {Set<unknown>} What has the methods of the class.
 */
function ownersOf(sourceCode, value) {
  if (value.type === 'ClassExpression' || value.type === 'ClassDeclaration') {
    return new Set([value.body, ...(value.id ? [`${value.id.name}.prototype`] : [])]);
  }
  const name =
    value.type === 'Identifier'
      ? value.name
      : value.type === 'FunctionDeclaration' || value.type === 'FunctionExpression'
        ? value.id?.name
        : undefined;
  const variable = name === undefined ? undefined : moduleScope(sourceCode).set.get(name);
  const isSteady = variable?.references.every((use) => !use.isWrite()) === true;
  const [definition, ...more] = variable?.defs ?? [];
  if (!isSteady || !definition || more.length > 0) {
    return new Set();
  }
  return new Set([
    `${name}.prototype`,
    ...(definition.type === 'ClassName' ? [definition.node.body] : []),
  ]);
}
