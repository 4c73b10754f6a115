/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Site } from '../../contract/pattern.js' */
/** @import { TextEdit } from '../../edits/edit.js' */
/** @import { FlowReader } from '../../promises/flow.js' */

import { isFunction } from '../../analysis/syntax/functions.js';
import { replaceRange } from '../../edits/edit.js';
import { readGone } from '../../edits/gone.js';
import { isUsedByName, nameOf, namesOfValue } from '../../promises/escapes.js';
import { usesOf } from '../../promises/function-uses.js';
import { keepsLibrary } from './leftovers.js';
import { canUseNative, libraryVariables } from '../../promises/library.js';
import { isWanted } from './methods/links.js';

/**
 * Types of promises: `load(): Bluebird<Row>` becomes `load(): Promise<Row>` where nothing of the file
 * is a promise of the library any more.
 */

/**
 * @param {FlowReader} reader
 * @returns {TextEdit[]} None where a type has to stay, or there is none.
 */
export function writeTypes(reader) {
  const { sourceCode } = reader.context;
  const edits = typesOf(reader.context).map((name) => {
    const { parent } = name;
    const isMember = parent.type === 'TSQualifiedName';
    const type = isMember ? parent : name;
    const reference = type.parent;
    return reference?.type === 'TSTypeReference' &&
      reference.typeArguments?.params.length === 1 &&
      (!isMember || /^I?Promise$/u.test(parent.right.name)) &&
      canUseNative(sourceCode, name) &&
      mayFollow(reader, name)
      ? replaceRange(type.range, 'Promise')
      : undefined;
  });
  return edits.every((edit) => edit !== undefined) ? edits : [];
}

/**
 * @param {PatternContext} context
 * @param {readonly TextEdit[]} edits Of the types.
 * @returns {Site[]} Where the file has nothing else of the library: `import type Bluebird from 'bluebird'`.
 */
export function findTypes(context, edits) {
  const [name] = typesOf(context);
  return name
    ? [
        {
          node: name,
          kind: 'types',
          data: { code: name.name },
          plan: { edits, safe: false, assumes: [] },
        },
      ]
    : [];
}

/**
 * @param {PatternContext} context
 * @returns {TSESTree.Identifier[]} The library's name, where it is part of a type.
 */
function typesOf({ sourceCode }) {
  return libraryVariables(sourceCode)
    .flatMap(({ references }) => references)
    .map(({ identifier }) => /** @type {TSESTree.Identifier} */ (identifier))
    .filter(({ parent }) => /^TS(?:QualifiedName|TypeReference)$/u.test(parent.type));
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.Identifier} name
 * @returns {boolean} Whether nobody is told by the type that he may call the library's methods, and
 *   does so, or is outside.
 */
function mayFollow(reader, name) {
  const isKept = reader.context.options.api !== 'async';
  let node = /** @type {TSESTree.Node} */ (name);
  for (let { parent } = node; parent; node = parent, { parent } = node) {
    if (isFunction(parent)) {
      return parent.returnType !== node
        ? true
        : isKept
          ? usesOf(reader.context, parent)?.escapes === false
          : !namesOfValue(reader.context, parent).some((key) => isUsedByName(reader, key));
    }
    const key =
      parent.type === 'TSMethodSignature' || parent.type === 'TSPropertySignature'
        ? keyOf(parent)
        : nameOf(parent);
    if (key !== undefined || /^(?:Class|Export|TSAbstract|TSInterface)/u.test(parent.type)) {
      return !isKept && !isUsedByName(reader, key);
    }
  }
  return true;
}

/**
 * @param {TSESTree.TSMethodSignature | TSESTree.TSPropertySignature} member
 * @returns {string | undefined}
 */
function keyOf({ key }) {
  return key.type === 'Identifier' ? key.name : undefined;
}

/**
 * @param {PatternContext} context
 * @param {readonly Site[]} sites All of the file.
 * @returns {boolean} Whether the file does without the library then, but for its types.
 */
export function needsTypesOnly(context, sites) {
  const { sourceCode } = context;
  const edits = sites.flatMap(({ plan }) => plan?.edits ?? []);
  const isGone = readGone(edits);
  const types = typesOf(context);
  return (
    (edits.length > 0 || sites.length === 0) &&
    sites.every(({ kind, plan, refusal }) => !refusal && (!plan || isWanted(context, kind))) &&
    libraryVariables(sourceCode).every(
      (variable) =>
        !keepsLibrary(sourceCode, variable, edits) &&
        variable.references.every(({ identifier }) => {
          const node = /** @type {TSESTree.Identifier} */ (identifier);
          return types.includes(node) || isGone(node);
        }),
    )
  );
}
