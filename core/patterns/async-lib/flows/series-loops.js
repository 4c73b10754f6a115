/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Callee } from '../../../callbacks/callees/callees.js' */
/** @import { Translator } from '../../../callbacks/plan/translator.js' */
/** @import { Region, Step } from '../../../regions/build/steps.js' */
/** @import { FunctionTask, Task } from './tasks.js' */

import { variableOf, writesOf } from '../../../analysis/syntax/scopes.js';
import { identifiersWithin, mentionsName, takeLocalName } from '../../../edits/names.js';
import { headOver } from '../../../regions/build/steps.js';
import { nameFor } from '../../../callbacks/boundary/header.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { mayChange, readCollection } from '../given/collections.js';
import { FLOW, argumentsOf, endWith, endWithNothing } from './ends.js';
import { adopt, readItemTask, readRun, startOf, stepOf } from './tasks.js';
import { lowerTurn, readTurn, startOfTurn } from './turns.js';

/**
 *     eachSeries(items, save, cb)  ->  for (const item of items) { await save(item); }
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {'none' | 'one'} results
 * @returns {Callee}
 */
export function readLoop(translator, call, results) {
  const { sourceCode } = translator;
  const [items, iteratee] = argumentsOf(translator, call, 3);
  const collection = readCollection(translator, items);
  const turn = results === 'none' ? readTurn(translator, iteratee) : undefined;
  const task = turn ?? readItemTask(translator, iteratee, results);
  const [parameter] = task.fn.params;
  if (
    parameter?.type !== 'Identifier' ||
    parameter.typeAnnotation ||
    mentionsName(sourceCode, items, parameter.name)
  ) {
    throw new Refused('flow-iteratee', quote(sourceCode, iteratee));
  }
  const turns = readTurns(translator, { call, items, task, parameter });
  /** @type {Task} */
  let written = task;
  /** @type {string | undefined} */
  let own;
  return {
    ...FLOW,
    results,
    givesResultWithError: results === 'one',
    maySync: task.maySync,
    flow: {
      region(result, isReturned) {
        const isTaken = results === 'one' && (isReturned || result !== undefined);
        if (isTaken && result && !result.isName) {
          throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
        }
        const nothing = results === 'none' ? endWithNothing(result, isReturned) : [];
        if (turn) {
          return [...turns(lowerTurn(translator, turn)), ...nothing];
        }
        const run = readRun(translator, task, { given: parameter.name, isStatement: !isTaken });
        written = run.task;
        if (!isTaken) {
          return [...turns([stepOf(run)]), ...nothing];
        }
        own ??= result?.pattern ?? nameFor(sourceCode, call, 'results');
        const list = own;
        const value = run.isValue ? run.pieces : [{ wait: run.pieces }];
        return [
          { type: 'hold', keyword: result ? result.keyword : 'const', name: [list], value: ['[]'] },
          ...turns([{ type: 'run', pieces: [`${list}.push(`, ...value, ')'] }]),
          ...(isReturned ? endWith([list], undefined, true) : []),
        ];
      },
      write(levelsAt) {
        collection.note();
        adopt(
          translator,
          written,
          levelsAt(turn ? startOfTurn(translator, turn) : startOf(written)),
        );
      },
    },
  };
}

/**
 * @param {Translator} translator
 * @param {object} parts
 * @param {TSESTree.CallExpression} parts.call
 * @param {TSESTree.Expression} parts.items
 * @param {FunctionTask} parts.task
 * @param {TSESTree.Identifier} parts.parameter
 * @returns {(body: Region) => Region} Makes the loop around a turn: `async` has a turn for each place that
 *   the list has at first, with what it holds by then.
 */
function readTurns({ sourceCode, target }, { call, items, task, parameter }) {
  const variable = sourceCode
    .getDeclaredVariables(task.fn)
    .find(({ identifiers }) => identifiers.includes(parameter));
  const keyword = variable && writesOf(variable).length > 0 ? 'let' : 'const';
  if (!mayChange(sourceCode, call, items, task.fn)) {
    const head = headOver(`${keyword} ${parameter.name}`, [items.range]);
    return (body) => [{ type: 'loop', head, body }];
  }
  const index = takeLocalName(sourceCode, target.fn, parameter, 'index');
  const known = isConstant(sourceCode, items, task.fn) ? items.name : undefined;
  const list = known ?? takeLocalName(sourceCode, target.fn, items, 'items');
  /** @type {Step} */
  const item = {
    type: 'hold',
    keyword,
    name: [parameter.name],
    value: [`${list}[${index}]`],
  };
  /** @type {Step} */
  const held = { type: 'hold', keyword: 'const', name: [list], value: [items.range] };
  const all = known === undefined ? list : items.range;
  return (body) => [
    ...(known === undefined ? [held] : []),
    {
      type: 'loop',
      head: headOver(`const ${index}`, ['[...', all, '.keys()]']),
      body: [item, ...body],
    },
  ];
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Expression} items
 * @param {TSESTree.Node} fn What becomes the body of the loop.
 * @returns {items is TSESTree.Identifier} Whether it is a name that always stands for the same list,
 *   in the body too.
 */
function isConstant(sourceCode, items, fn) {
  const variable = variableOf(sourceCode, items);
  return (
    variable !== undefined &&
    writesOf(variable).every(({ init }) => init === true) &&
    identifiersWithin(sourceCode, fn, variable.name).every(
      (node) => variableOf(sourceCode, node) === variable,
    )
  );
}
