/**
 * Text that may be broken into lines, in the terms of prettier: what it is made of, and how it is written
 * within a width.
 *
 * @typedef {string | Docs | Line | Group | Indent | Choice | Block | Value} Doc
 *
 * @typedef {Array<Doc>} Docs
 *
 * @typedef {{ line: string, isHard?: boolean }} Line The text of it where it is not broken.
 *
 * @typedef {object} Group
 * @property {readonly Doc[]} states From the flattest to the one of the most lines; most groups have one.
 * @property {boolean} breaks
 *
 * @typedef {{ indent: Doc, aligns?: boolean }} Indent Whether it is as deep as `? ` and `: `, tabs aside.
 *
 * @typedef {{ broken: Doc, flat: Doc }} Choice
 *
 * @typedef {{ value: Doc }} Value The text behind an operator: a level deeper where it begins a line.
 *
 * @typedef {{ block: string, outer: string, isFixed: boolean }} Block Text of several lines; what its last
 *   line is indented by; whether it cannot be moved.
 *
 * @typedef {readonly [indent: string, isBroken: boolean, doc: Doc]} Command
 */

/** Written for what is not known; no text has it, and so none is taken for the same. */
export const UNKNOWN = '\0';

/** @type {Line} */
export const LINE = { line: ' ' };

/** @type {Line} */
export const SOFT_LINE = { line: '' };

/** @type {Line} */
export const HARD_LINE = { line: '', isHard: true };

/**
 * @param {Doc} doc
 * @param {boolean} [breaks]
 * @returns {Group}
 */
export function group(doc, breaks = willBreak(doc)) {
  return { states: [doc], breaks };
}

/**
 * @param {Doc} indent
 * @returns {Indent}
 */
export function indented(indent) {
  return { indent };
}

/**
 * @param {Doc} separator
 * @param {readonly Doc[]} docs
 * @returns {Doc[]}
 */
export function join(separator, docs) {
  return docs.flatMap((doc, index) => (index > 0 ? [separator, doc] : [doc]));
}

/** Which groups take several lines: what holds a group asks for it again. @type {WeakMap<Group, boolean>} */
const brokenGroups = new WeakMap();

/**
 * @param {Doc} doc
 * @returns {boolean} Whether it takes several lines, however wide they are.
 */
export function willBreak(doc) {
  if (typeof doc === 'string') {
    return false;
  }
  if (Array.isArray(doc)) {
    return doc.some(willBreak);
  }
  if ('states' in doc) {
    const isBroken =
      brokenGroups.get(doc) ?? (doc.breaks || willBreak(/** @type {Doc} */ (doc.states[0])));
    brokenGroups.set(doc, isBroken);
    return isBroken;
  }
  if ('indent' in doc || 'value' in doc) {
    return willBreak('indent' in doc ? doc.indent : doc.value);
  }
  return 'block' in doc || 'isHard' in doc;
}

/**
 * @param {Doc} doc
 * @param {{ column: number, indent: string, unit: string, width: number, tab: number }} place Where it
 *   begins, what its line is indented by, one level of that, and how wide lines and tabs are.
 * @returns {string}
 */
export function write(doc, { column, indent, unit, width, tab }) {
  const widthOf = (/** @type {string} */ text) =>
    text.length + (text.split('\t').length - 1) * (tab - 1);
  let text = '';
  let left = width - column;
  // A group that fitted may not fit behind a line that breaks in any case.
  let measures = false;
  /** @type {Command[]} */
  const commands = [[indent, true, doc]];
  for (let command = commands.pop(); command; command = commands.pop()) {
    const [outer, isBroken, each] = command;
    if (typeof each === 'string') {
      text += each;
      left -= each.length;
    } else if ('block' in each) {
      const isMoved = outer !== each.outer;
      const lines =
        isMoved && each.isFixed ? UNKNOWN : each.block.replaceAll(`\n${each.outer}`, `\n${outer}`);
      text += lines;
      left = width - widthOf(lines.slice(lines.lastIndexOf('\n') + 1));
      measures = true;
    } else if ('line' in each && (isBroken || each.isHard)) {
      // Not by an expression, which would look for spaces in all of the text.
      while (text.endsWith(' ') || text.endsWith('\t')) {
        text = text.slice(0, -1);
      }
      text += `\n${outer}`;
      left = width - widthOf(outer);
      measures = true;
    } else if ('value' in each) {
      /** @type {Command} */
      const value = [outer, isBroken, each.value];
      const joins = !isBroken || fits([outer, false, LINE], [...commands, value], left);
      const inner = joins ? outer : outer + unit;
      commands.push([inner, isBroken, each.value], [inner, !joins, LINE]);
    } else if ('states' in each) {
      const [flat = ''] = each.states;
      const last = each.states.at(-1) ?? '';
      const isFlat = !isBroken && !measures;
      measures = false;
      const fitting = isFlat
        ? flat
        : each.states.find((state) => fits([outer, false, state], commands, left));
      commands.push(
        each.breaks || fitting === undefined ? [outer, true, last] : [outer, false, fitting],
      );
    } else {
      commands.push(...partsOf(command, unit));
    }
  }
  return text;
}

/**
 * @param {Command} command
 * @param {string} unit
 * @returns {Command[]} What it is made of, the first part last.
 */
function partsOf([indent, isBroken, doc], unit) {
  if (Array.isArray(doc)) {
    /** @type {Command[]} */
    const parts = [];
    for (let at = doc.length - 1; at >= 0; at--) {
      parts.push([indent, isBroken, /** @type {Doc} */ (doc[at])]);
    }
    return parts;
  }
  if (typeof doc === 'string' || 'states' in doc || 'block' in doc) {
    return [];
  }
  if ('indent' in doc) {
    const deeper = doc.aligns && unit.startsWith(' ') ? '  ' : unit;
    return [[indent + deeper, isBroken, doc.indent]];
  }
  if ('value' in doc) {
    return [
      [indent, isBroken, doc.value],
      [indent, isBroken, LINE],
    ];
  }
  return [[indent, isBroken, 'line' in doc ? doc.line : isBroken ? doc.broken : doc.flat]];
}

/**
 * @param {Command} next
 * @param {readonly Command[]} rest
 * @param {number} room
 * @returns {boolean} Whether all fits up to where a line ends.
 */
function fits(next, rest, room) {
  let left = room;
  let index = rest.length;
  const commands = [next];
  while (left >= 0) {
    const command = commands.pop() ?? rest[--index];
    if (!command) {
      return true;
    }
    const [indent, isBroken, doc] = command;
    if (typeof doc === 'string') {
      left -= doc.length;
    } else if ('block' in doc) {
      // A comment behind what begins it may go beyond the width.
      return lengthOfHead(doc.block) <= left;
    } else if ('line' in doc && (isBroken || doc.isHard)) {
      return true;
    } else if ('states' in doc) {
      const areBroken = isBroken || doc.breaks;
      const state = doc.states.at(areBroken ? -1 : 0) ?? '';
      commands.push([indent, areBroken, state]);
    } else {
      commands.push(...partsOf(command, ''));
    }
  }
  return false;
}

/**
 * @param {string} block
 * @returns {number} How long its first line is, without a comment.
 */
function lengthOfHead(block) {
  const end = block.search(/\/\/|\n/u);
  return block.slice(0, end === -1 ? block.length : end).trimEnd().length;
}
