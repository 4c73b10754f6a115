/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Loop } from './serial-await/loops.js' */

import { dirname, relative } from '#project-facts';

import { functionName } from '../analysis/syntax/functions.js';
import { isCommandLine, isInTest, isStart, repeatedFunction } from '../analysis/flow/repetition.js';
import { isOrdered, readSerialLoop } from './serial-await/loops.js';
import { findIndependentWaits, isOfFixedFile, planTogether } from './serial-await/neighbours.js';
import { ASIDE, findQueryNeighbours, readLoopQuery } from './serial-await/queries.js';
import { planMap } from './serial-await/together.js';

/**
 * Waits that follow each other although none needs the one before: of a loop over a list, and of
 * neighbouring statements.
 *
 *     for (const name of names) texts.push(await readFile(name));
 *
 * Kinds: `loop`, `neighbours`, of which only what reads or computes is found, see `analysis/effects.js`; `query` for
 * a query of a database in each round of a loop, `queries` for neighbouring ones, see `analysis/query-reads.js`.
 *
 * @type {Pattern}
 */
export const serialAwait = {
  name: 'serial-await',
  words: /\bawait\b/u,
  visit: {
    ForOfStatement: findOfLoop,
    ForStatement: findLoop,
    BlockStatement: findInBlock,
    Program: findNeighbours,
  },
};

/**
 * @param {TSESTree.ForOfStatement} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findOfLoop(node, context) {
  return findLoop(node, context) ?? findLoopQuery(node, context);
}

/**
 * @param {TSESTree.BlockStatement} node
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findInBlock(node, context) {
  return [...findNeighbours(node, context), ...findQueries(node, context)];
}

/**
 * @param {Loop} node
 * @param {PatternContext} context
 * @returns {Site | undefined} The outermost of loops in each other.
 */
function findLoop(node, { sourceCode, isAside, isInBrowser }) {
  const serial = readSerialLoop(sourceCode, node);
  if (
    !serial ||
    isInSerialLoop(sourceCode, node) ||
    isInTest(node) ||
    isAside?.() ||
    isInBrowser?.()
  ) {
    return undefined;
  }
  const [read] = serial.reads;
  const planned = planMap(sourceCode, serial);
  return {
    node: serial.first,
    kind: 'loop',
    data: { call: read?.name ?? '', helper: planned?.helper ?? '' },
    ...(planned && { plan: planned.plan }),
  };
}

/**
 * @param {TSESTree.BlockStatement | TSESTree.Program} node
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findNeighbours(node, { sourceCode, isAside, isCommand, isInBrowser }) {
  const runs = findIndependentWaits(sourceCode, node.body).filter(
    (run) => !run.every((each) => isOfFixedFile(sourceCode, each)),
  );
  if (
    runs.length === 0 ||
    isInSerialLoop(sourceCode, node) ||
    isInTest(node) ||
    isAside?.() ||
    isCommand?.() ||
    isInBrowser?.() ||
    runsAtStart(sourceCode, node)
  ) {
    return [];
  }
  return runs.flatMap((run) => {
    const [first, second] = run;
    if (!first || !second || isOrdered(sourceCode, first.call)) {
      return [];
    }
    const plan = planTogether(sourceCode, run);
    return [
      {
        node: second.wait,
        kind: 'neighbours',
        data: { call: second.read.name, first: first.read.name },
        ...(plan && { plan }),
      },
    ];
  });
}

/**
 * @param {TSESTree.ForOfStatement} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findLoopQuery(node, context) {
  const { sourceCode, options } = context;
  const found = options.kinds?.has('query') === false ? undefined : readLoopQuery(context, node);
  return found && !isAtRest(context, node) && !isOrdered(sourceCode, node)
    ? {
        node: found.wait,
        kind: 'query',
        data: { call: found.query.name, batched: found.query.client.batched },
      }
    : undefined;
}

/**
 * @param {TSESTree.BlockStatement} node
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findQueries(node, context) {
  const found =
    context.options.kinds?.has('queries') === false ? [] : findQueryNeighbours(context, node.body);
  return found.length === 0 ||
    isAtRest(context, node) ||
    isInBackground(context, node) ||
    isOrdered(context.sourceCode, node)
    ? []
    : found.map(([first, second]) => ({
        node: second.wait,
        kind: 'queries',
        data: {
          call: second.query.name,
          first: first.query.name,
          line: String(first.wait.loc.start.line),
        },
      }));
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether nobody waits for it: in a test, a script or a command, and at the start.
 */
function isAtRest({ sourceCode, isAside, isCommand, isInBrowser }, node) {
  return (
    isInTest(node) ||
    runsAtStart(sourceCode, node) ||
    isCommandLine(sourceCode) ||
    Boolean(isAside?.()) ||
    Boolean(isCommand?.()) ||
    Boolean(isInBrowser?.())
  );
}

/** What is done to a thing once, at its end. */
const DELETION = /(?:^|\W|handle_?)(?:delete|destroy|remove)(?!\p{Ll})/iu;

/** Where a server has what it does by itself. */
const IN_BACKGROUND =
  /(?:^|[\\/])(?:cron|housekeep(?:er|ing)|jobs?|notifications?|tasks?|telemetry|workers?)[\\/]/iu;

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether its function, or the folder of the file, is named for what is done beside requests.
 */
function isInBackground({ sourceCode, path, project }, node) {
  const fn = repeatedFunction(sourceCode, node);
  const name = (fn && functionName(fn)) ?? '';
  const root = project.manifest === undefined ? '' : dirname(project.manifest);
  return (
    ASIDE.test(name) ||
    DELETION.test(name) ||
    IN_BACKGROUND.test(path === undefined ? '' : relative(root, path))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether a loop around it is reported.
 */
function isInSerialLoop(sourceCode, node) {
  for (let current = node.parent; current; current = current.parent) {
    if (
      (current.type === 'ForOfStatement' || current.type === 'ForStatement') &&
      readSerialLoop(sourceCode, current)
    ) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it runs once, when nobody waits for an answer yet: the few waits that stand
 *   beside each other there are milliseconds in the life of a process. A loop may still be long.
 */
function runsAtStart(sourceCode, node) {
  const repeated = repeatedFunction(sourceCode, node);
  return repeated === undefined || isStart(sourceCode, repeated);
}
