/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Plan } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { SerialLoop } from './loops.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { isEsModule, resolveOrigin } from '../../analysis/modules/modules.js';
import { isDirective } from '../../analysis/syntax/nodes.js';
import { findVariable, moduleScope } from '../../analysis/syntax/scopes.js';
import { insertAfter, insertBefore, replaceRange } from '../../edits/edit.js';
import { newlineOf } from '../../edits/indentation.js';
import { takeUniqueName } from '../../edits/names.js';
import { hasCommentBetween, textOf } from '../../edits/trivia.js';
import { isBounded } from '../../analysis/values/list-bounds.js';

/**
 * How many rounds run at once: one less than the pool has threads, or some for the network.
 */
const CONCURRENCY = Object.freeze({ pool: 3, network: 8 });

/**
 *     const found = [];
 *     for (const x of xs) {
 *       found.push(await read(x));
 *     }
 *
 *     const found = await pMap(xs, async (x) => {
 *       return await read(x);
 *     }, { concurrency: 3 });
 *
 * It is `Promise.all` where the list has few elements.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {SerialLoop} serial
 * @returns {{ plan: Plan, helper: 'all' | 'map' } | undefined}
 */
export function planMap(sourceCode, { loop, list, reads, collectors }) {
  const [collector, ...more] = collectors;
  const round = collector && more.length === 0 ? readRound(sourceCode, loop, collector) : undefined;
  if (!round || loop.type !== 'ForOfStatement') {
    return undefined;
  }
  const { element, pushed, statement, array } = round;
  const isShort = isLiteral(sourceCode, list) && !findVariable(sourceCode, loop, 'Promise');
  const map = isShort ? undefined : pMapOf(sourceCode);
  const usesPool = reads.some(({ work }) => work !== 'network');
  const limit = usesPool ? CONCURRENCY.pool : CONCURRENCY.network;
  const opening = map ? `await ${map.name}(` : 'await Promise.all(';
  const closing = map ? `, { concurrency: ${limit} })` : '))';
  const target = declarationBefore(sourceCode, loop, array);
  const [start, lead, trail] = target
    ? [target.start, `${target.text} = ${opening}`, ';']
    : [loop.range[0], `${array}.push(...(${opening}`, '));'];
  if (
    hasCommentBetween(sourceCode, start, list.range[0]) ||
    hasCommentBetween(sourceCode, list.range[1], loop.body.range[0])
  ) {
    return undefined;
  }
  const callback = `${map ? ', ' : '.map('}async (${element}) => `;
  const inner = editRound(sourceCode, loop.body, statement, pushed);
  return (
    inner && {
      helper: map ? 'map' : 'all',
      plan: {
        edits: [
          ...(map?.edits ?? []),
          replaceRange([start, list.range[0]], lead),
          replaceRange([list.range[1], inner.start], callback),
          ...inner.edits,
          replaceRange([inner.end, loop.range[1]], `${closing}${trail}`),
        ],
        safe: false,
        assumes: [],
      },
    }
  );
}

/**
 * @typedef {object} Round
 * @property {string} element The pattern of the loop's variable.
 * @property {TSESTree.ExpressionStatement} statement The last one of the body: `array.push(pushed);`
 * @property {TSESTree.Expression} pushed
 * @property {string} array
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {SerialLoop['loop']} loop
 * @param {SerialLoop['collectors'][number]} collector
 * @returns {Round | undefined}
 */
function readRound(sourceCode, loop, { expression, variable }) {
  const left = loop.type === 'ForOfStatement' ? loop.left : undefined;
  const id = left?.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined;
  const { body } = loop;
  const statements = body.type === 'BlockStatement' ? body.body : [body];
  const last = statements.at(-1);
  const [pushed] = expression.type === 'CallExpression' ? expression.arguments : [];
  const isPlain =
    last?.type === 'ExpressionStatement' &&
    last.expression === expression &&
    pushed &&
    pushed.type !== 'SpreadElement' &&
    expression.type === 'CallExpression' &&
    expression.arguments.length === 1 &&
    statements.slice(0, -1).every(({ type }) => type === 'VariableDeclaration');
  return id && isPlain
    ? { element: textOf(sourceCode, id), statement: last, pushed, array: variable.name }
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Statement} body
 * @param {TSESTree.ExpressionStatement} statement
 * @param {TSESTree.Expression} pushed
 * @returns {{ start: number, end: number, edits: Edit[] } | undefined} The body of the callback.
 */
function editRound({ text }, body, statement, pushed) {
  const isBlock = body.type === 'BlockStatement';
  const before = text.slice(statement.range[0], pushed.range[0]);
  const after = text.slice(pushed.range[1], statement.range[1]);
  if (!/^[\w$]+\s*\.\s*push\s*\($/u.test(before) || !/^\s*(?:,\s*)?\)\s*;?$/u.test(after)) {
    return undefined;
  }
  if (isBlock) {
    return {
      start: body.range[0],
      end: body.range[1],
      edits: [
        replaceRange([statement.range[0], pushed.range[0]], 'return '),
        replaceRange([pushed.range[1], statement.range[1]], ';'),
      ],
    };
  }
  const isObject = pushed.type === 'ObjectExpression';
  return {
    start: pushed.range[0],
    end: pushed.range[1],
    edits: isObject ? [insertBefore(pushed.range[0], '('), insertAfter(pushed.range[1], ')')] : [],
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} list
 * @returns {boolean} Whether it is an array of few elements that is written out.
 */
function isLiteral(sourceCode, list) {
  return list.type === 'ArrayExpression' && isBounded(sourceCode, list);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} loop
 * @param {string} array
 * @returns {{ start: number, text: string } | undefined} `const found`, if `const found = [];` is all
 *   that stands right before the loop.
 */
function declarationBefore(sourceCode, loop, array) {
  const { parent } = loop;
  const statements =
    parent?.type === 'BlockStatement' || parent?.type === 'Program' ? parent.body : [];
  const previous = statements[statements.findIndex((statement) => statement === loop) - 1];
  if (previous?.type !== 'VariableDeclaration' || previous.declarations.length !== 1) {
    return undefined;
  }
  const [{ id, init }] = previous.declarations;
  return id.type === 'Identifier' &&
    id.name === array &&
    init?.type === 'ArrayExpression' &&
    init.elements.length === 0 &&
    !hasCommentBetween(sourceCode, previous.range[0], loop.range[0])
    ? { start: previous.range[0], text: `${previous.kind} ${textOf(sourceCode, id)}` }
    : undefined;
}

/**
 * @type {(sourceCode: SourceCodeLike) => { name: string, edits: Edit[] }} The file's name for `p-map`,
 *   and what imports it if it has none.
 */
const pMapOf = oncePerFile((sourceCode) => {
  for (const { name, defs } of moduleScope(sourceCode).variables) {
    const [definition] = defs;
    const origin = definition ? resolveOrigin(sourceCode, definition.name) : undefined;
    if (origin?.kind === 'module' && origin.name === 'p-map' && origin.path.length === 0) {
      return { name, edits: [] };
    }
  }
  const name = takeUniqueName(sourceCode, 'pMap');
  const { ast } = sourceCode;
  const line = isEsModule(sourceCode)
    ? `import ${name} from 'p-map';`
    : `const ${name} = require('p-map');`;
  const last = ast.body.findLast((statement) => isImport(sourceCode, statement));
  const newline = newlineOf(sourceCode);
  const [first] = ast.body;
  if (last) {
    return { name, edits: [insertAfter(last.range[1], newline + line)] };
  }
  const directive = ast.body.findLast(isDirective);
  return {
    name,
    edits: [
      directive
        ? insertAfter(directive.range[1], newline + line)
        : insertBefore(first?.range[0] ?? 0, line + newline),
    ],
  };
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ProgramStatement} statement
 * @returns {boolean} An import, or `const name = require('…');`.
 */
function isImport(sourceCode, statement) {
  if (statement.type === 'ImportDeclaration') {
    return true;
  }
  return (
    statement.type === 'VariableDeclaration' &&
    statement.declarations.every(({ init }) => {
      const origin = init?.type === 'CallExpression' ? resolveOrigin(sourceCode, init) : undefined;
      return origin?.kind === 'module' && origin.path.length === 0;
    })
  );
}
