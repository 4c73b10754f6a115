/** @import { FunctionNode } from '../../core/analysis/syntax/functions.js' */
/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { Flow } from './flows.js' */
/** @import { Room } from './rooms.js' */

import { format } from 'prettier';

import { isFunction } from '../../core/analysis/syntax/functions.js';
import { isWithin, nodesOfType } from '../../core/analysis/syntax/nodes.js';
import { convert } from '../../core/codemod/convert.js';
import { createSourceCode } from '../../core/source/source-code.js';
import { ROOMS } from './rooms.js';

/** As for an application that may change everything it holds. */
const OPTIONS = { node: '20', trust: 'application', api: 'async', asyncVersion: 2 };

/**
 * @param {Flow} flow
 * @param {Room} room
 * @returns {string} The file that says the flow.
 */
export function fileOf({ sources }, room) {
  return `${ROOMS[room].head}\n${sources[room]}\n\nmodule.exports = find;\n`;
}

/**
 * @param {string} source
 * @param {readonly Codemod[]} codemods In the order of the command.
 * @returns {string} The file after all of them.
 */
export function convertWithAll(source, codemods) {
  return codemods.reduce(
    (text, codemod) => convert({ path: 'find.js', source: text }, codemod, OPTIONS).source,
    source,
  );
}

/**
 * @param {string} source A file that declares `find`, as a function or a variable.
 * @returns {Promise<string>} The body of the function, its own names replaced by `a`, `b`, …, in the order
 *   in which they are declared.
 * @throws {Error} Where `find` is no function.
 */
export async function bodyUpToNames(source) {
  const sourceCode = createSourceCode(source, 'find.js');
  const fn = /** @type {FunctionNode | undefined} */ (findFunction(sourceCode));
  if (!fn) {
    throw new Error(`no function \`find\` in:\n${source}`);
  }
  /** @type {{ range: readonly [number, number], text: string }[]} */
  const edits = [];
  const inside = (sourceCode.scopeManager?.scopes ?? [])
    .filter(({ block }) => block.type !== 'Program' && isWithin(block, fn))
    .flatMap(({ variables }) => variables)
    .filter(({ defs }) => defs.length > 0);
  inside.sort((left, right) => startOf(left) - startOf(right));
  inside.forEach((variable, index) => {
    const name = `_${index}`;
    const nodes = new Set([
      ...variable.identifiers,
      ...variable.references.map(({ identifier }) => identifier),
    ]);
    for (const node of nodes) {
      const { parent } = /** @type {any} */ (node);
      const isShorthand = parent?.type === 'Property' && parent.shorthand;
      edits.push({ range: node.range, text: isShorthand ? `${variable.name}: ${name}` : name });
    }
  });
  edits.sort((left, right) => right.range[0] - left.range[0]);
  let text = source;
  for (const edit of edits) {
    text = text.slice(0, edit.range[0]) + edit.text + text.slice(edit.range[1]);
  }
  const renamed = createSourceCode(text, 'find.js');
  const body = /** @type {FunctionNode} */ (findFunction(renamed)).body;
  const inner =
    body.type === 'BlockStatement'
      ? renamed.text.slice(body.range[0] + 1, body.range[1] - 1)
      : `return ${renamed.text.slice(...body.range)};`;
  const formatted = await format(`async function find() {${inner.replaceAll(/\n\s*\n/gu, '\n')}}`, {
    parser: 'babel',
    singleQuote: true,
    printWidth: 100,
  });
  return formatted;
}

/** @param {{ identifiers: readonly { range: readonly [number, number] }[] }} variable */
function startOf({ identifiers }) {
  return identifiers[0]?.range[0] ?? 0;
}

/**
 * @param {import('../../core/source/source-code.js').SourceCodeLike} sourceCode
 */
function findFunction(sourceCode) {
  // The inside of a function that keeps its callback is an async function beside it.
  const [declared] = ['findAsync', 'find'].flatMap((name) =>
    nodesOfType(sourceCode, 'FunctionDeclaration').filter(({ id }) => id?.name === name),
  );
  const init = nodesOfType(sourceCode, 'VariableDeclarator').find(
    ({ id }) => id.type === 'Identifier' && id.name === 'find',
  )?.init;
  return declared ?? (isFunction(init) ? init : undefined);
}
