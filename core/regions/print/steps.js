/** @import { Evaluation, Failed, Flow, JoinPoint, Jump, Operand, Region, Result, Run, Step, WaitStep } from '../build/steps.js' */
/** @import { Pieces } from '../build/region.js' */
/** @import { Block, Item } from './blocks.js' */

import { canRegionComplete, foldSettles, isBareReturn } from '../build/steps.js';
import { line, noNotes, rangesOf } from './blocks.js';
import { operandPieces } from './executors.js';

/**
 * The steps of a region as statements.
 *
 * @typedef {object} Manner
 * @property {boolean} mayCatchBare Whether `catch` may do without a parameter.
 * @property {boolean} [isFollowed] Whether other code stands behind the region: its last `return` is written.
 * @property {(preferred: string) => string} takeName A name that nothing in the function uses.
 */

/** Blocks whose names are settled before they are printed. */
const HOME = Object.freeze({ parent: undefined, ranges: () => [], variables: new Set() });

/** @returns {Block} */
function emptyBlock() {
  return { items: [], home: HOME };
}

/**
 * @param {Region} region
 * @param {Manner} manner
 * @returns {Block}
 */
export function writeRegion(region, manner) {
  const block = emptyBlock();
  const folded = foldSettles(region);
  const last = folded.at(-1);
  const isOver = manner.isFollowed !== true && last !== undefined && isBareReturn(last);
  writeSteps(isOver ? folded.slice(0, -1) : folded, manner, block, new Map());
  return block;
}

/**
 * How jumps to a join point are written: the path just ends there, or it leaves a labelled block.
 *
 * @typedef {{ point: JoinPoint, falling: ReadonlySet<Jump> }} Target
 */

/**
 * @param {Region} region
 * @param {Manner} manner
 * @param {Block} out
 * @param {ReadonlyMap<string, Target>} targets
 */
function writeSteps(region, manner, out, targets) {
  for (let index = 0; index < region.length; index++) {
    const step = /** @type {Step} */ (region[index]);
    if (step.type === 'wait' && step.failed) {
      const waits = sameWaits(region, index);
      index += waits.length - 1;
      const next = region[index + 1];
      if (waits.length === 1 && next && isReturnOf(step, next)) {
        index++;
        writeTry(waits, manner, out, { targets, isReturned: true });
      } else {
        writeTry(waits, manner, out, { targets, isReturned: false });
      }
    } else if (step.type === 'settle') {
      writeSettle(step, region.slice(index + 1), manner, out, targets);
      return;
    } else {
      writeStep(step, manner, out, targets);
    }
  }
}

/**
 * @param {Region} region
 * @param {number} index Of a wait that has an error edge.
 * @returns {readonly WaitStep[]} It, and those behind it that do the same with their error.
 */
function sameWaits(region, index) {
  const [first, ...more] = /** @type {[WaitStep, ...Region]} */ (region.slice(index));
  const key = first.failed?.key;
  const end = more.findIndex(
    (step) => key === undefined || step.type !== 'wait' || step.failed?.key !== key,
  );
  return [first, .../** @type {WaitStep[]} */ (more.slice(0, end === -1 ? more.length : end))];
}

/**
 *     try { text = await load(); } catch { return ''; } return text;
 *
 * @param {WaitStep} step
 * @param {Step} next
 * @returns {boolean} Whether the next step only returns the result.
 */
function isReturnOf({ failed, operand, result }, next) {
  return (
    failed !== undefined &&
    result?.isName === true &&
    !result.cast &&
    !isFlow(operand) &&
    !canRegionComplete(failed.region) &&
    next.type === 'exit' &&
    next.how === 'return' &&
    Array.isArray(next.value) &&
    next.value.length === 1 &&
    next.value[0] === result.pattern
  );
}

/**
 * @param {readonly WaitStep[]} waits
 * @param {Manner} manner
 * @param {Block} out
 * @param {{ targets: ReadonlyMap<string, Target>, isReturned: boolean }} place
 */
function writeTry(waits, manner, out, { targets, isReturned }) {
  const failed = /** @type {Failed} */ (waits[0]?.failed);
  const [{ operand, result }] = /** @type {[WaitStep]} */ (waits);
  if (failed.isDropped) {
    if (!isFlow(operand)) {
      out.items.push(line(waited(operand, bindingOf(result), result, '.catch(() => {})')));
      return;
    }
  }
  const block = emptyBlock();
  waits.forEach((wait, index) => {
    const isInner = isForOthers(wait, waits.slice(index + 1));
    if (isReturned && !isFlow(wait.operand)) {
      block.items.push(line(['return ', { wait: wait.operand }]));
    } else if (isInner) {
      writeWaitStep(wait, manner, block, targets);
    } else {
      if (wait.result?.keyword) {
        const { names, type = '' } = wait.result;
        out.items.push({
          ...line([`let ${names.map((name) => name + type).join(', ')}`]),
          anchors: [],
        });
      }
      const result = wait.result && { ...wait.result, keyword: undefined, constType: '' };
      writeWaitStep({ ...wait, result }, manner, block, targets);
    }
  });
  const handler = emptyBlock();
  writeSteps(failed.region, manner, handler, targets);
  const error = failed.error ?? (manner.mayCatchBare ? undefined : manner.takeName('error'));
  out.items.push({
    type: 'try',
    block,
    handler,
    ...(error && { parameter: [error] }),
    ...noNotes(),
  });
}

/**
 * @param {WaitStep} wait
 * @param {readonly WaitStep[]} others That follow it in its `try`.
 * @returns {boolean} Whether they alone need what it gives.
 */
function isForOthers({ result }, others) {
  const ranges = others.flatMap(({ operand }) =>
    isFlow(operand) ? [operand.source] : rangesOf({ items: [line(operandPieces(operand))] }),
  );
  return (
    result?.uses !== undefined &&
    result.uses.every(([start, end]) => ranges.some(([from, to]) => from <= start && end <= to))
  );
}

/**
 * @param {Result | undefined} result
 * @returns {string} `const text = `
 */
function bindingOf(result) {
  if (!result) {
    return '';
  }
  const { constType = '', keyword, pattern } = result;
  return `${keyword ? `${keyword} ` : ''}${pattern}${constType} = `;
}

/**
 * @param {Operand} operand
 * @returns {operand is Flow}
 */
function isFlow(operand) {
  return 'region' in operand;
}

/**
 *     text = await load();    ({ stdout } = await run());
 *
 * @param {WaitStep} wait Without its error edge.
 * @param {Manner} manner
 * @param {Block} out
 * @param {ReadonlyMap<string, Target>} targets
 */
function writeWaitStep({ operand, result }, manner, out, targets) {
  if (isFlow(operand)) {
    writeSteps(operand.region(result, false), manner, out, targets);
    return;
  }
  const pieces = waited(operand, bindingOf(result), result);
  const isPattern = result && !result.isName && !result.keyword;
  out.items.push(line(isPattern ? ['(', ...pieces, ')'] : pieces));
}

/**
 * @param {Exclude<Operand, Flow>} operand
 * @param {string} binding
 * @param {Result | undefined} result
 * @param {string} [behind] What is called on the promise.
 * @returns {Pieces}
 */
function waited(operand, binding, result, behind = '') {
  const pieces = [...operandPieces(operand), behind];
  return result?.cast
    ? [binding, '(', { wait: pieces }, ') as ', ...result.cast]
    : [binding, { wait: pieces }];
}

/**
 * @param {Step} step
 * @param {Manner} manner
 * @param {Block} out
 * @param {ReadonlyMap<string, Target>} targets
 */
function writeStep(step, manner, out, targets) {
  /** @param {Region} region */
  const inner = (region) => {
    const block = emptyBlock();
    writeSteps(region, manner, block, targets);
    return block;
  };
  switch (step.type) {
    case 'run':
      out.items.push(runItem(step));
      break;
    case 'hold': {
      const { keyword, name, value } = step;
      const target = keyword ? [`${keyword} `, ...name] : name;
      out.items.push(line(value ? [...target, ' = ', ...value] : target));
      break;
    }
    case 'wait':
      writeWaitStep(step, manner, out, targets);
      break;
    case 'exit': {
      const { how, value } = step;
      if (value && isFlow(value)) {
        writeSteps(value.region(undefined, true), manner, out, targets);
      } else {
        out.items.push(line(value ? [`${how} `, ...operandPieces(value)] : [how]));
      }
      break;
    }
    case 'branch': {
      const { alternate, consequent, test } = step;
      const brief = alternate ? undefined : readBrief(step, inner(consequent));
      if (brief) {
        out.items.push(brief);
        break;
      }
      out.items.push({
        type: 'if',
        test,
        consequent: inner(consequent),
        ...(alternate && { alternate: inner(alternate) }),
        ...noNotes(),
      });
      break;
    }
    case 'loop': {
      const { body, head, label, test } = step;
      const tail = /** @type {Pieces | undefined} */ (test && [' while (', ...test, ')']);
      const named = label === undefined ? head : [`${label}: `, ...head];
      out.items.push(braces([...named, ' '], inner(body), tail));
      break;
    }
    case 'switch': {
      const block = emptyBlock();
      for (const { body, test } of step.cases) {
        const head = /** @type {Pieces} */ (test ? ['case ', ...test, ':'] : ['default:']);
        block.items.push({
          type: 'section',
          head,
          block: inner(body),
          form: 'indented',
          ...noNotes(),
        });
      }
      out.items.push(braces(['switch (', ...step.value, ') '], block));
      break;
    }
    case 'try': {
      const { block, error, finalizer, handler } = step;
      out.items.push({
        type: 'try',
        block: inner(block),
        ...(error && { parameter: [error] }),
        ...(handler && { handler: inner(handler) }),
        ...(finalizer && { finalizer: inner(finalizer) }),
        ...noNotes(),
      });
      break;
    }
    case 'join':
      writeJoin(step, manner, out, targets);
      break;
    case 'jump':
      writeJump(step, out, targets);
      break;
    case 'together': {
      const { errors, regions, result } = step;
      const all = `Promise.${errors === 'first' ? 'all' : 'allSettled'}([`;
      const parts = regions.map((region) => asExpression(region, inner));
      const list = parts.flatMap((part) => /** @type {Pieces} */ (['\n\t', ...part, ',']));
      out.items.push(line([`${bindingOf(result)}await ${all}`, ...list, '\n])']));
      break;
    }
    case 'start': {
      const [only] = step.region;
      const block = inner(step.region);
      const suffix = step.rejection === 'dropped' ? '.catch(() => {})' : '';
      const isSole = step.region.length === 1 && only?.type === 'wait';
      if (isSole && !only.failed && !only.result && !isFlow(only.operand)) {
        out.items.push(line([...operandPieces(only.operand), suffix]));
      } else {
        out.items.push({ type: 'call', block, suffix, ...noNotes() });
      }
      break;
    }
    default:
  }
}

/**
 * @param {Run | Evaluation} step
 * @returns {Item}
 */
function runItem(step) {
  if ('pieces' in step) {
    return line(step.pieces);
  }
  const { isValue = false, range } = step;
  return isValue ? { ...line([range]), isValue } : { type: 'source', range, ...noNotes() };
}

/**
 *     if (err) throw err;
 *
 * @param {import('../build/steps.js').Branch} branch Without an alternate.
 * @param {Block} consequent
 * @returns {Item | undefined} One line, where the branch says so, or does no more than name what is written.
 */
function readBrief({ isBrief = false, test }, { items: [only, ...more] }) {
  if (!only || more.length > 0) {
    return undefined;
  }
  if (only.type === 'source') {
    return isBrief ? { ...line(['if (', ...test, ') ', only.range]), isEnded: true } : undefined;
  }
  const isWritten =
    only.type === 'line' && rangesOf({ items: [line([...test, ...only.pieces])] }).length === 0;
  return isWritten || (isBrief && only.type === 'line')
    ? line(['if (', ...test, ') ', ...only.pieces])
    : undefined;
}

/**
 * @param {Pieces} head
 * @param {Block} block
 * @param {Pieces} [tail]
 * @returns {Item}
 */
function braces(head, block, tail) {
  return { type: 'section', head, block, form: 'braces', ...(tail && { tail }), ...noNotes() };
}

/**
 * Code goes on behind what settles the function: the outcome waits for it.
 *
 * @param {import('../build/steps.js').SettleStep} settle
 * @param {Region} rest
 * @param {Manner} manner
 * @param {Block} out
 * @param {ReadonlyMap<string, Target>} targets
 */
function writeSettle({ how, value }, rest, manner, out, targets) {
  const isKept = value === undefined || (value.length === 1 && typeof value[0] === 'string');
  const name = isKept ? undefined : manner.takeName(how === 'throw' ? 'error' : 'result');
  if (name !== undefined) {
    out.items.push(line([`const ${name} = `, .../** @type {Pieces} */ (value)]));
  }
  const held = name === undefined ? value : [name];
  writeSteps(
    [...rest, { type: 'exit', how, value: held ?? (how === 'throw' ? ['undefined'] : undefined) }],
    manner,
    out,
    targets,
  );
}

/**
 * @param {JoinPoint} point
 * @param {Manner} manner
 * @param {Block} out
 * @param {ReadonlyMap<string, Target>} targets
 */
function writeJoin(point, manner, out, targets) {
  const { body, name, parameters, region } = point;
  const falling = new Set(jumpsAtEnd(region, name));
  const isLabelled = countJumps(region, name) > falling.size;
  if (parameters.length > 0) {
    out.items.push({ ...line([`let ${parameters.join(', ')}`]), anchors: [] });
  }
  const inside = new Map(targets).set(name, { point, falling });
  if (isLabelled) {
    const block = emptyBlock();
    writeSteps(region, manner, block, inside);
    out.items.push(braces([`${name}: `], block));
  } else {
    writeSteps(region, manner, out, inside);
  }
  writeSteps(body, manner, out, targets);
}

/**
 * @param {Jump} jump
 * @param {Block} out
 * @param {ReadonlyMap<string, Target>} targets
 */
function writeJump(jump, out, targets) {
  const { falling, point } = /** @type {Target} */ (targets.get(jump.to));
  jump.values.forEach((value, index) => {
    const parameter = point.parameters[index];
    if (value.length !== 1 || value[0] !== parameter) {
      out.items.push(line([`${parameter} = `, ...value]));
    }
  });
  if (!falling.has(jump)) {
    out.items.push(line([`break ${jump.to}`]));
  }
}

/**
 * @param {Region} region
 * @param {string} name
 * @returns {Jump[]} Those behind which nothing of the region runs.
 */
function jumpsAtEnd(region, name) {
  const last = region.at(-1);
  switch (last?.type) {
    case 'jump':
      return last.to === name ? [last] : [];
    case 'branch':
      return [last.consequent, last.alternate ?? []].flatMap((each) => jumpsAtEnd(each, name));
    case 'wait':
      return last.failed ? jumpsAtEnd(last.failed.region, name) : [];
    case 'join':
      return jumpsAtEnd(last.body, name);
    default:
      return [];
  }
}

/**
 * @param {Region} region
 * @param {string} name
 * @returns {number}
 */
function countJumps(region, name) {
  return region.reduce((count, step) => count + jumpsOf(step, name), 0);
}

/**
 * @param {Step} step
 * @param {string} name
 * @returns {number}
 */
function jumpsOf(step, name) {
  const sum = (/** @type {readonly (Region | undefined)[]} */ ...regions) =>
    regions.reduce((count, region) => count + countJumps(region ?? [], name), 0);
  switch (step.type) {
    case 'jump':
      return step.to === name ? 1 : 0;
    case 'branch':
      return sum(step.consequent, step.alternate);
    case 'wait':
      return sum(step.failed?.region);
    case 'loop':
      return sum(step.body);
    case 'switch':
      return sum(...step.cases.map(({ body }) => body));
    case 'try':
      return sum(step.block, step.handler, step.finalizer);
    case 'join':
      return sum(step.region, step.body);
    default:
      return 0;
  }
}

/**
 * @param {Region} region
 * @param {(region: Region) => Block} write
 * @returns {Pieces} An expression that gives the promise of what the region returns.
 */
function asExpression(region, write) {
  const [only, ...more] = region;
  const value = more.length === 0 && only?.type === 'exit' && only.how === 'return' && only.value;
  if (value && !isFlow(value)) {
    return operandPieces(value);
  }
  return [{ block: write(region), levels: 1 }];
}
