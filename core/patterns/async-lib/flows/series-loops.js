/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Callee, FormPlace } from '../../../callbacks/callees/callees.js' */
/** @import { Translator } from '../../../callbacks/plan/translator.js' */

import { variableOf, writesOf } from '../../../analysis/syntax/scopes.js';
import { removeBetween, replaceRange } from '../../../edits/edit.js';
import { indentUnit } from '../../../edits/indentation.js';
import { identifiersWithin, mentionsName, takeLocalName } from '../../../edits/names.js';
import { nameFor } from '../../../callbacks/boundary/header.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { mayChange, readCollection } from '../given/collections.js';
import { FLOW, argumentsOf, cutHead, inPlace, noResult } from './places.js';
import { readItemTask, writeRun } from './tasks.js';
import { readTurn, turnInPlace, writeTurn } from './turns.js';

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
  const head = headOf(translator, { call, items, task, parameter });
  /** @type {FormPlace | undefined} */
  let place;
  let list = '';
  return {
    ...FLOW,
    results,
    givesResultWithError: results === 'one',
    maySync: task.maySync,
    write() {
      const where = place ?? { binding: '', name: '', indent: '', semicolon: ';' };
      const line = `\n${where.indent}${indentUnit(sourceCode)}`;
      collection.note();
      if (turn) {
        translator.edits.push(removeBetween(call.range[0], items.range[0]));
        const moved = turnInPlace(translator, turn, { call, indent: where.indent });
        writeTurn(translator, moved, { from: items.range[1], head: head.close(where), line });
        return;
      }
      const moved = cutHead(translator, call, items, 1);
      translator.edits.push(
        replaceRange([items.range[1], iteratee.range[0]], head.close(where) + line),
      );
      const before = list === '' ? 'await ' : `${list}.push(await `;
      inPlace(translator, [task], 1, { call, place, moved }).forEach((each) =>
        writeRun(translator, each, before, parameter.name),
      );
    },
    form(given) {
      place = given;
      const { binding, name, indent, semicolon } = given;
      if (results === 'one' && binding !== '') {
        if (binding !== 'return ' && name === '') {
          throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
        }
        list = name === '' ? nameFor(sourceCode, call, 'results') : name;
      }
      const listed = binding === 'return ' ? `const ${list} = ` : binding;
      const declared = list === '' ? '' : `${listed}[]${semicolon}\n${indent}`;
      const returned =
        binding === 'return ' && list !== '' ? `\n${indent}return ${list}${semicolon}` : '';
      const ending = turn ? '' : `${list === '' ? '' : ')'}${semicolon}`;
      return {
        before: declared + head.open,
        close: `${ending}\n${indent}}${returned}${results === 'none' ? noResult(binding, indent, semicolon) : ''}`,
      };
    },
  };
}

/**
 * @param {Translator} translator
 * @param {object} parts
 * @param {TSESTree.CallExpression} parts.call
 * @param {TSESTree.Expression} parts.items
 * @param {import('./tasks.js').Task} parts.task
 * @param {TSESTree.Identifier} parts.parameter
 * @returns {{ open: string, close: (place: Pick<FormPlace, 'indent' | 'semicolon'>) => string }} What
 *   stands before the items, and after them: `async` has a turn for each place that the list has at
 *   first, with what it holds by then.
 */
function headOf({ sourceCode, target }, { call, items, task, parameter }) {
  const variable = sourceCode
    .getDeclaredVariables(task.fn)
    .find(({ identifiers }) => identifiers.includes(parameter));
  const kind = variable && writesOf(variable).length > 0 ? 'let' : 'const';
  const binding = `${kind} ${parameter.name}`;
  if (!mayChange(sourceCode, call, items, task.fn)) {
    return { open: `for (${binding} of `, close: () => ') {' };
  }
  const index = takeLocalName(sourceCode, target.fn, parameter, 'index');
  const known = isConstant(sourceCode, items, task.fn) ? items.name : undefined;
  const list = known ?? takeLocalName(sourceCode, target.fn, items, 'items');
  const loop = `for (const ${index} of [...`;
  return {
    open: known === undefined ? `const ${list} = ` : loop,
    close: ({ indent, semicolon }) =>
      `${known === undefined ? `${semicolon}\n${indent}${loop}${list}` : ''}.keys()]) {` +
      `\n${indent}${indentUnit(sourceCode)}${binding} = ${list}[${index}]${semicolon}`,
  };
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
