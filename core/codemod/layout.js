/** @import { TextEdit } from '../edits/edit.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Doc } from './doc.js' */

import {
  commaBehindArguments,
  commaBehindElements,
  lineWidth,
  spaceBehindName,
} from '../edits/file-style.js';
import { indentOf, indentUnit, newlineOf } from '../edits/indentation.js';
import { hasSemicolons } from '../edits/leading-semicolons.js';
import { skipWhitespaceBackward } from '../edits/trivia.js';
import { nodesOfType } from '../analysis/nodes.js';
import {
  HARD_LINE,
  LINE,
  SOFT_LINE,
  UNKNOWN,
  group,
  indented,
  join,
  willBreak,
  write,
} from './doc.js';

/**
 * Lays out anew what edits have lengthened, shortened or moved, as prettier does, in files that are laid
 * out so. Where something stands in it that is not known here, a comment for one, it stays as it is.
 */

/**
 * @typedef {object} Style
 * @property {string} unit
 * @property {string} newline
 * @property {number} width
 * @property {number} tab
 * @property {string} call What stands behind the last of arguments on lines of their own.
 * @property {string} list
 * @property {boolean} guards Whether a semicolon stands only before what would go on with a line.
 */

/**
 * @typedef {{ text: string, style: Style, docs?: Map<any, Doc>[] }} Context
 */

/**
 * @typedef {object} Unit Part of the text that has a layout of its own.
 * @property {number} start
 * @property {number} end
 * @property {(context: Context) => Doc} doc
 */

/** Statements that are laid out as a whole. */
const STATEMENT = /^(?:Expression|Return|Throw)Statement$|^VariableDeclaration$/u;

/** Statements in which a test stands in parentheses. */
const TESTED = /^(?:If|While)Statement$/u;

/** What has a layout of its own, by its type in the file. */
const TYPES = /** @type {const} */ ([
  'ExpressionStatement',
  'FunctionDeclaration',
  'IfStatement',
  'ReturnStatement',
  'ThrowStatement',
  'VariableDeclaration',
  'WhileStatement',
]);

/** So many statements show how a file is laid out, of no more than so many characters each. */
const SAMPLE = 12;
const MOST_TEXT = 800;

const LEAST_WIDTH = 80;

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {((parsed: { ast: any, text: string }, edits: readonly TextEdit[]) => { edits: TextEdit[], isNested: boolean }) | undefined}
 *   What lays out a text that edits have made of the file's, and says whether there is more within what it
 *   moves; undefined where the file itself is not laid out so.
 */
export function layoutOf(sourceCode) {
  const { text } = sourceCode;
  if ((text.includes('\r') && /(?<!\r)\n/u.test(text)) || isSpacedOtherwise(sourceCode)) {
    return undefined;
  }
  const nodes = TYPES.flatMap((type) => nodesOfType(sourceCode, type));
  const unitsWith = (/** @type {(start: number, end: number) => boolean} */ is) =>
    nodes.filter(({ range }) => is(...range)).flatMap((node) => unitOf(node, text));
  const units = unitsWith((start, end) => isSplit(text, start, end));
  const short = units.filter(({ start, end }) => end - start < MOST_TEXT);
  const wide = unitsWith((_, end) => end - text.lastIndexOf('\n', end - 1) > LEAST_WIDTH);
  const style = styleOf(sourceCode, [
    ...everyNth(short, Math.ceil(short.length / SAMPLE)),
    ...wide.slice(0, SAMPLE / 4),
  ]);
  if (!style) {
    return undefined;
  }
  /** @type {Set<string> | undefined} */
  let others;
  return (parsed, edits) => {
    const isIn = overlapOf(edits.map(({ range }) => range));
    // Laid out otherwise, if not all of the file, they stay so.
    others ??= othersOf(
      units.filter(({ start, end }) => isIn(start, end)),
      { text, style },
    );
    return layOut(parsed, { style, others, isChanged: overlapOf(rangesBehind(edits)) });
  };
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {boolean} Whether it stands on several lines there.
 */
function isSplit(text, start, end) {
  const line = text.indexOf('\n', start);
  return line !== -1 && line < end;
}

/**
 *     function(…) {…}    function name (…) {…}    if(…) {…}    (…){…}    { return; }
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether it shows at a glance that the file is laid out otherwise.
 */
function isSpacedOtherwise(sourceCode) {
  const { text } = sourceCode;
  const blocks = nodesOfType(sourceCode, 'BlockStatement').filter(({ body }) => body.length > 0);
  const odd = [
    ...blocks.filter(
      ({ range: [start, end] }) => text[start - 1] === ')' || !isSplit(text, start, end),
    ),
    ...nodesOfType(sourceCode, 'IfStatement').filter(({ range }) => text[range[0] + 2] === '('),
    ...nodesOfType(sourceCode, 'FunctionExpression').filter(({ range }) =>
      text.startsWith('function(', range[0]),
    ),
  ];
  return odd.length * MOST_OTHERS > blocks.length || spaceBehindName(sourceCode) !== '';
}

/**
 * @param {{ ast: any, text: string }} parsed
 * @param {{ style: Style, others: ReadonlySet<string>, isChanged: Overlap }} how
 * @returns {{ edits: TextEdit[], isNested: boolean }}
 */
function layOut(parsed, { style, others, isChanged }) {
  const gaps = gapEdits(parsed, style, isChanged);
  if (gaps.length > 0) {
    return { edits: gaps, isNested: true };
  }
  /** @type {TextEdit[]} */
  const spaces = [];
  let isNested = false;
  let behind = 0;
  for (const unit of unitsOf(parsed, isChanged)) {
    const { start, end } = unit;
    const own = parsed.text.slice(start, end);
    if (start < behind) {
      isNested = true;
    } else if (!isPlainLine(unit, parsed.text, style) && !others.has(withoutSpace(own))) {
      const written = writeUnit(unit, { text: parsed.text, style }) ?? own;
      if (written !== own) {
        spaces.push(...spaceEdits(start, own, written));
        // Where an object has got lines of its own, they are kept, and tell what is around it.
        isNested ||= opened(written) > opened(own);
        behind = end;
      }
    }
  }
  return { edits: spaces, isNested };
}

/**
 * @param {Unit} unit
 * @param {string} text
 * @param {Style} style
 * @returns {boolean} Whether it stands on one line, where it fits and has nothing that takes lines of its own.
 */
function isPlainLine({ start, end }, text, { width }) {
  const own = text.slice(start, end);
  return (
    !isSplit(text, start, end) &&
    end - text.lastIndexOf('\n', start) <= width &&
    !/[{,]|\).*\).*\./u.test(own)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Unit[]} units Some of its own.
 * @returns {Style | undefined} In which nearly all are laid out.
 */
function styleOf(sourceCode, units) {
  const { text } = sourceCode;
  const common = {
    unit: indentUnit(sourceCode),
    newline: newlineOf(sourceCode),
    tab: 2,
    call: commaBehindArguments(sourceCode),
    list: commaBehindElements(sourceCode),
    guards: !hasSemicolons(sourceCode),
  };
  let most = Math.ceil(units.length / MOST_OTHERS) - 1;
  /** @type {Style | undefined} */
  let best;
  for (const width of new Set([lineWidth(sourceCode), LEAST_WIDTH, 100, 120])) {
    const style = { ...common, width };
    const count = othersOf(units, { text, style }, most + 1).size;
    if (count <= most) {
      best = style;
      most = count - 1;
    }
  }
  return best;
}

/**
 * @param {readonly Unit[]} units
 * @param {Context} context
 * @param {number} [most] So many are enough.
 * @returns {Set<string>} Those, without spaces, that are laid out otherwise.
 */
function othersOf(units, context, most = Infinity) {
  /** @type {Set<string>} */
  const others = new Set();
  for (const unit of units) {
    if (others.size >= most) {
      break;
    }
    const own = context.text.slice(unit.start, unit.end);
    const written = writeUnit(unit, context);
    if (written !== undefined && written !== own) {
      others.add(withoutSpace(own));
    }
  }
  return others;
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} step
 * @returns {Item[]}
 */
const everyNth = (items, step) => items.filter((_, index) => index % step === 0);

/**
 * @callback Overlap
 * @param {number} start
 * @param {number} end
 * @returns {boolean} Whether it meets one of the ranges.
 */

/**
 * @param {readonly (readonly [number, number])[]} ranges In order.
 * @returns {Overlap}
 */
function overlapOf(ranges) {
  return (start, end) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (/** @type {readonly [number, number]} */ (ranges[middle])[1] < start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const [from] = ranges[low] ?? [Infinity];
    return from <= end;
  };
}

/**
 * @param {string} text
 * @returns {number} How many objects and blocks take several lines.
 */
function opened(text) {
  return text.split(/\{\r?\n/u).length;
}

/** One in so many may be laid out otherwise. */
const MOST_OTHERS = 10;

/**
 * @param {readonly TextEdit[]} edits
 * @returns {[number, number][]} What they wrote, in the text that they made.
 */
function rangesBehind(edits) {
  let shift = 0;
  return edits.map(({ range: [start, end], text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return [from, from + text.length];
  });
}

/**
 * @param {number} start Of the text.
 * @param {string} before
 * @param {string} after The same but for space, and for commas and parentheses.
 * @returns {TextEdit[]} One for each place in which they differ.
 */
function spaceEdits(start, before, after) {
  /** @type {TextEdit[]} */
  const edits = [];
  let at = 0;
  let behind = 0;
  while (at <= before.length) {
    const from = /^[\s,()]*/u.exec(before.slice(at))?.[0] ?? '';
    const to = /^[\s,()]*/u.exec(after.slice(behind))?.[0] ?? '';
    if (from !== to) {
      edits.push({ range: [start + at, start + at + from.length], text: to });
    }
    at += from.length + 1;
    behind += to.length + 1;
  }
  return edits;
}

/**
 * @param {string} text
 * @returns {string}
 */
function withoutSpace(text) {
  return text.replaceAll(/[\s,()]+/gu, '');
}

/**
 * @param {Unit} unit
 * @param {Context} context
 * @returns {string | undefined} The unit as it is laid out; undefined if something is not known here.
 */
function writeUnit({ start, end, doc }, context) {
  const { style, text } = context;
  const indent = indentOf(text, start);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const tabs = indent.split('\t').length - 1;
  const column = start - lineStart + tabs * (style.tab - 1);
  const written = write(doc(context), { ...style, column, indent });
  return withoutSpace(written) === withoutSpace(text.slice(start, end))
    ? written.replaceAll(/\r?\n/gu, style.newline)
    : undefined;
}

/**
 * @param {any} node
 * @param {string} text
 * @returns {number} Where the statement ends, without a semicolon that guards the line that follows.
 */
function endOf(node, text) {
  const { end } = node;
  const last = node.alternate ?? node.consequent ?? node.body;
  if (last?.end === end) {
    return last.type === 'EmptyStatement' ? end : endOf(last, text);
  }
  const before = text[end - 1] === ';' ? skipWhitespaceBackward(text, end - 1) : end;
  return before < end - 1 ? before : end;
}

/**
 * @param {any} ast
 * @param {Overlap} isChanged
 * @param {(node: any) => void} visit Gets the nodes that are.
 */
function walk(ast, isChanged, visit) {
  const stack = [ast];
  for (let node = stack.pop(); node; node = stack.pop()) {
    visit(node);
    for (const key in node) {
      const child = node[key];
      const isHead = key === 'init' && node.type === 'ForStatement';
      if (child && typeof child === 'object' && key !== 'parent' && key !== 'loc' && !isHead) {
        for (const each of Array.isArray(child) ? child : [child]) {
          if (typeof each?.type === 'string' && isChanged(each.start, each.end)) {
            stack.push(each);
          }
        }
      }
    }
  }
}

/**
 * @param {{ ast: any, text: string }} parsed
 * @param {Overlap} isChanged
 * @returns {Unit[]} Those that are, an outer one before those within it.
 */
function unitsOf({ ast, text }, isChanged) {
  /** @type {Unit[]} */
  const units = [];
  walk(ast, isChanged, (node) => units.push(...unitOf(node, text)));
  return units
    .filter(({ start, end }) => isChanged(start, end))
    .sort((left, right) => left.start - right.start || right.end - left.end);
}

/**
 * @param {any} node
 * @param {string} text
 * @returns {boolean} Whether a line begins within a string in it, which would be another with more space.
 */
function isFixed(node, text) {
  let holds = false;
  if (/[`<]|\\\r?\n/u.test(text.slice(node.start, node.end))) {
    walk(
      node,
      () => !holds,
      ({ type, start, end }) => {
        holds ||=
          /^(?:Directive|String|Template)?Literal$/u.test(type) && isSplit(text, start, end);
      },
    );
  }
  return holds;
}

/** With these a line goes on with the one before, if that has no semicolon. */
const GOES_ON = /^(?:[([`/<]|([+-])(?!\1))/u;

/**
 * @param {{ ast: any, text: string }} parsed
 * @param {Style} style
 * @param {Overlap} isChanged
 * @returns {TextEdit[]} What stands between statements: where they begin, at most one blank line, and a
 *   semicolon where the file has those in front of lines alone.
 */
function gapEdits({ ast, text }, { guards, newline, unit }, isChanged) {
  /** @type {Map<number, TextEdit>} */
  const edits = new Map();
  const bodies = new Set();
  walk(ast, isChanged, (node) => {
    const { body, end, start, type } = node;
    if (/Function|Method/u.test(type)) {
      bodies.add(body);
    }
    const isBlock = type === 'BlockStatement';
    if (!isBlock && type !== 'Program') {
      return;
    }
    // What a function is an argument of may stand before it, and go on behind it.
    const isBody = bodies.has(node);
    const outer = isBlock ? indentOf(text, isBody ? end - 1 : start) : '';
    const inner = isBlock ? outer + unit : '';
    /** @type {any[]} */
    const statements = body.filter((/** @type {any} */ each) => each.type !== 'EmptyStatement');
    const isPartlyRight =
      isChanged(start, end) &&
      ((isBlock && !isBody) || statements.some((each) => indentOf(text, each.start) === inner));
    let from = start + 1;
    let isFirst = true;
    for (const each of statements) {
      const to = each.start;
      const gap = text.slice(from, to);
      const indent = indentOf(text, to);
      const isOff = indent !== inner && isPartlyRight && !isFixed(each, text);
      const isPlain =
        /^\s*;?\s*$/u.test(gap) && gap.includes('\n') && (isOff || isChanged(from, to));
      if (isPlain && (isBlock || !isFirst) && (guards || !gap.includes(';'))) {
        const statement = text.slice(to, each.end);
        const isBlank = !isFirst && /\n\s*\n/u.test(gap);
        const guard =
          guards && each.type === 'ExpressionStatement' && GOES_ON.test(statement) ? ';' : '';
        edits.set(from, {
          range: [from, to],
          text: `${isBlank ? newline : ''}${newline}${isOff ? inner : indent}${guard}`,
        });
        for (let line = text.indexOf('\n', to) + 1; isOff && line > 0 && line < each.end;) {
          if (text.startsWith(indent, line) && !edits.has(line)) {
            edits.set(line, { range: [line, line + indent.length], text: inner });
          }
          line = text.indexOf('\n', line) + 1;
        }
      }
      const blank = isFirst && !isPlain ? /^\s*\n(?=[^\S\n]*\n)/u.exec(gap)?.[0] : undefined;
      if (isBlock && blank !== undefined && isChanged(from, from + blank.length)) {
        edits.set(from, { range: [from, from + blank.length], text: '' });
      }
      isFirst = false;
      from = endOf(each, text);
    }
    const gap = text.slice(from, end - 1);
    if (isBlock && !isFirst && /^\s*\n\s*$/u.test(gap) && isChanged(from, end - 1)) {
      edits.set(from, { range: [from, end - 1], text: `${newline}${outer}` });
    }
  });
  let behind = 0;
  return [...edits.values()]
    .filter(({ range, text: own }) => text.slice(...range) !== own)
    .sort((left, right) => left.range[0] - right.range[0])
    .filter(({ range: [from, to] }) => {
      const isFree = from >= behind;
      behind = Math.max(behind, to);
      return isFree;
    });
}

/**
 * @param {any} node
 * @param {string} text
 * @returns {Unit[]}
 */
function unitOf(node, text) {
  const { start, type } = node;
  const end = endOf(node, text);
  if (TESTED.test(type) && (node.consequent ?? node.body).type !== 'EmptyStatement') {
    const { test } = node;
    const body = node.consequent ?? node.body;
    const isBlock = body.type === 'BlockStatement';
    return [
      {
        start,
        end: isBlock ? body.start + 1 : endOf(body, text),
        doc: (context) =>
          group([
            type === 'IfStatement' ? 'if (' : 'while (',
            group([indented([SOFT_LINE, docOf(test, node, context)]), SOFT_LINE]),
            ')',
            isBlock ? ' {' : indented([LINE, statementDoc(body, context)]),
          ]),
      },
    ];
  }
  const { body } = node;
  if (/^(?:FunctionDeclaration|ClassMethod)$/u.test(type) && body) {
    const isEmpty = /^\{\s*\}$/u.test(text.slice(body.start, body.end));
    return [
      {
        start,
        end: isEmpty ? body.end : body.start + 1,
        doc: (context) => [signatureOf(node, context, false), isEmpty ? ' {}' : ' {'],
      },
    ];
  }
  return STATEMENT.test(type)
    ? [{ start, end, doc: (context) => statementDoc(node, context) }]
    : [];
}

/**
 * @param {any} node
 * @param {Context} context
 * @returns {Doc}
 */
function statementDoc(node, context) {
  const raw = context.text.slice(node.start, endOf(node, context.text));
  const semicolon = raw.endsWith(';') ? ';' : '';
  switch (node.type) {
    case 'ExpressionStatement':
      return [docOf(node.expression, node, context), semicolon];
    case 'ReturnStatement':
    case 'ThrowStatement': {
      const { argument } = node;
      const word = node.type === 'ReturnStatement' ? 'return' : 'throw';
      if (!argument) {
        return plain(raw);
      }
      const doc = isBinary(argument)
        ? inParentheses(bareDocOf(argument, node, context, false))
        : docOf(argument, node, context);
      return [word, ' ', doc, semicolon];
    }
    case 'VariableDeclaration': {
      const [first, ...more] = node.declarations.map((/** @type {any} */ each) =>
        each.init
          ? assignment(each.id, ' =', each.init, each, context)
          : plain(context.text.slice(each.start, each.end)),
      );
      const hasValue = node.declarations.some((/** @type {any} */ each) => each.init);
      const line = hasValue ? HARD_LINE : LINE;
      return group([
        node.kind,
        ' ',
        more.length > 0 && hasValue ? indented(first) : first,
        indented(more.map((/** @type {Doc} */ each) => [',', line, each])),
        semicolon,
      ]);
    }
    default:
      return plain(raw);
  }
}

/**
 * @param {Doc} doc
 * @returns {Doc} In parentheses where it takes several lines.
 */
function inParentheses(doc) {
  return group([
    { broken: '(', flat: '' },
    indented([SOFT_LINE, doc]),
    SOFT_LINE,
    { broken: ')', flat: '' },
  ]);
}

/**
 * @param {RegExp} types
 * @returns {(node: any) => boolean}
 */
const typed =
  (types) =>
  ({ type }) =>
    types.test(type);

const isCall = typed(/^CallE/u);
const isMember = typed(/^MemberE/u);
const isBinary = typed(/^(?:Binary|Logical)E/u);
const isObject = typed(/^ObjectE/u);
const isArray = typed(/^ArrayE/u);
const isArrow = typed(/^Arrow/u);
const isConditional = typed(/^ConditionalE/u);

const isFunction = typed(/^(?:FunctionE|Arrow)/u);

/**
 * @param {any} node
 * @returns {boolean}
 */
const hasBlock = (node) => isFunction(node) && node.body.type === 'BlockStatement';

/**
 * @param {any} node
 * @returns {boolean}
 */
const isString = ({ type, value }) =>
  type === 'StringLiteral' || (type === 'Literal' && typeof value === 'string');

/**
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @param {boolean} [isLast] Whether it is the last argument and begins on the line of the call.
 * @returns {Doc}
 */
function docOf(node, parent, context, isLast = false) {
  // Each is asked for several times by what is around it, which would double with each level.
  const docs = ((context.docs ??= [])[Number(isLast)] ??= new Map());
  let doc = docs.get(node);
  if (doc === undefined) {
    doc = bareDocOf(node, parent, context, isLast);
    if (node.extra?.parenthesized) {
      doc =
        node.type === 'AwaitExpression' && (isMember(parent) || parent.callee === node)
          ? ['(', group([indented([SOFT_LINE, doc]), SOFT_LINE]), ')']
          : ['(', doc, ')'];
    }
    docs.set(node, doc);
  }
  return doc;
}

/**
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @param {boolean} isLast
 * @returns {Doc}
 */
function bareDocOf(node, parent, context, isLast) {
  const { text, style } = context;
  const raw = text.slice(node.start, node.end);
  switch (node.type) {
    case 'AwaitExpression':
      return ['await ', docOf(node.argument, node, context)];
    case 'SpreadElement':
      return ['...', docOf(node.argument, node, context)];
    case 'UnaryExpression':
      if (/[+-]/u.test(text.charAt(node.argument.start))) {
        return plain(raw);
      }
      return [
        node.operator,
        /\w/u.test(node.operator) ? ' ' : '',
        docOf(node.argument, node, context),
      ];
    case 'NewExpression':
      return raw.endsWith(')')
        ? ['new ', docOf(node.callee, node, context), argumentsOf(node, context)]
        : raw;
    case 'CallExpression':
      return node.optional ? plain(raw) : callDoc(node, parent, context).doc;
    case 'MemberExpression':
      return node.optional
        ? plain(raw)
        : [docOf(node.object, node, context), memberOf(node, context)];
    case 'AssignmentExpression':
      return node.right.type === 'AssignmentExpression' || parent.type !== 'ExpressionStatement'
        ? plain(raw)
        : assignment(node.left, ` ${node.operator}`, node.right, node, context);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return binaryDoc(node, parent, context);
    case 'ConditionalExpression':
      return conditionalDoc(node, parent, context);
    case 'FunctionExpression':
      return [signatureOf(node, context, isLast), ' ', blockOf(node.body, context)];
    case 'ArrowFunctionExpression':
      return arrowDoc(node, context, isLast);
    case 'ObjectExpression': {
      const [first] = node.properties;
      return first
        ? listDoc(node.properties, node, ['{', LINE, '}'], context, {
            breaks: text.slice(node.start, first.start).includes('\n'),
          })
        : plain(raw);
    }
    case 'ArrayExpression': {
      const [first, ...more] = node.elements;
      const areMany =
        more.length > 0 &&
        [isObject, isArray].some((is) =>
          node.elements.every(
            (/** @type {any} */ each) =>
              each && is(each) && (each.elements ?? each.properties).length > 1,
          ),
        );
      const areNumbers = node.elements.every((/** @type {any} */ each) =>
        /^(?:-?[\d.]+)$/u.test(each ? text.slice(each.start, each.end) : ''),
      );
      return first && !areNumbers && !node.elements.includes(null)
        ? listDoc(node.elements, node, ['[', SOFT_LINE, ']'], context, { breaks: areMany })
        : plain(raw);
    }
    case 'Property':
    case 'ObjectProperty':
      return node.shorthand || node.computed || node.method || (node.kind ?? 'init') !== 'init'
        ? methodDoc(node, context)
        : assignment(node.key, ':', node.value, node, context);
    case 'ObjectMethod':
      return methodDoc(node, context);
    case 'TypeCastExpression':
      return UNKNOWN;
    default:
      return style && plain(raw);
  }
}

/**
 * @param {string} raw
 * @returns {Doc} It, on one line.
 */
function plain(raw) {
  return raw.includes('\n') ? UNKNOWN : raw;
}

/**
 * @param {any} node
 * @param {Context} context
 * @returns {Doc}
 */
function methodDoc(node, context) {
  const { body } = node.body ? node : (node.value ?? node);
  return body?.type === 'BlockStatement'
    ? [plain(context.text.slice(node.start, body.start)), blockOf(body, context)]
    : plain(context.text.slice(node.start, node.end));
}

/**
 * @param {any} node
 * @param {Context} context
 * @returns {Doc}
 */
function blockOf(node, { text }) {
  const { start, end } = node;
  const block = text.slice(start, end);
  if (/^\{\s*\}$/u.test(block)) {
    return '{}';
  }
  return block.includes('\n')
    ? { block, outer: indentOf(text, end), isFixed: isFixed(node, text) }
    : block;
}

/**
 * @param {readonly any[]} items
 * @param {any} parent
 * @param {[string, Doc, string]} parts Where it begins, what stands within it on one line, where it ends.
 * @param {Context} context
 * @param {{ breaks: boolean }} how
 * @returns {Doc}
 */
function listDoc(items, parent, [open, line, close], context, { breaks }) {
  const { style, text } = context;
  const docs = items.flatMap((item, index) => {
    const before = items[index - 1];
    const isApart = before && /\n\s*\n/u.test(text.slice(before.end, item.start));
    return [...(before ? [',', isApart ? HARD_LINE : '', LINE] : []), docOf(item, parent, context)];
  });
  const doc = [open, indented([line, docs]), { broken: style.list, flat: '' }, line, close];
  return group(doc, breaks || willBreak(doc));
}

/**
 * @param {any} node A function.
 * @param {Context} context
 * @param {boolean} isLast
 * @returns {Doc} What stands before its body.
 */
function signatureOf({ body, params, returnType, start }, { text, style }, isLast) {
  const raw = text
    .slice(start, body.start)
    .trimEnd()
    .replace(/\s*\($/u, '');
  const [first] = params;
  const last = params.at(-1);
  const open = text.slice(start, first?.start).trimEnd();
  if (returnType || raw.includes('//')) {
    return UNKNOWN;
  }
  if (
    isLast ||
    raw.includes('/') ||
    !open.endsWith('(') ||
    /^(?:Array|Object)Pattern$/u.test(first.type)
  ) {
    return plain(raw);
  }
  const each = params.map((/** @type {any} */ param) => plain(text.slice(param.start, param.end)));
  return group([
    open,
    indented([SOFT_LINE, join([',', LINE], each)]),
    { broken: last.type === 'RestElement' ? '' : style.call, flat: '' },
    SOFT_LINE,
    plain(raw.slice(last.end - start).replace(/^[\s,]+/u, '')),
  ]);
}

/**
 * @param {any} node
 * @param {Context} context
 * @param {boolean} isLast
 * @returns {Doc}
 */
function arrowDoc(node, context, isLast) {
  const { body } = node;
  const { style, text } = context;
  const head = text
    .slice(node.start, body.start)
    .trimEnd()
    .replace(/\s*\($/u, '');
  if (!head.endsWith('=>') || isArrow(body)) {
    return plain(text.slice(node.start, node.end));
  }
  const sign = signatureOf(node, context, isLast);
  if (body.type === 'BlockStatement') {
    return [sign, ' ', blockOf(body, context)];
  }
  const doc = docOf(body, node, context);
  if (isArray(body) || isObject(body) || /^T.*Template|^Template/u.test(body.type)) {
    return [sign, ' ', doc];
  }
  const end = isLast ? [{ broken: style.call, flat: '' }, SOFT_LINE] : [];
  return isConditional(body) && text[body.start] !== '{'
    ? group([
        sign,
        ' ',
        group([
          { broken: '', flat: '(' },
          indented([SOFT_LINE, bareDocOf(body, node, context, false)]),
          { broken: '', flat: ')' },
          ...end,
        ]),
      ])
    : group([sign, group([indented([LINE, doc]), ...end])]);
}

/**
 * @param {any} node A call or a `new`.
 * @param {Context} context
 * @returns {Doc} Its arguments.
 */
function argumentsOf(node, context) {
  const { style, text } = context;
  /** @type {any[]} */
  const items = node.arguments;
  const last = items.at(-1);
  if (!last) {
    return '()';
  }
  const stays =
    isTest(node, text) || (items.length === 1 && isString(last) && node.callee.name === 'require');
  const docs = items.map((item) => docOf(item, node, context, stays));
  const all = () =>
    group(['(', indented([LINE, join([',', LINE], docs)]), style.call, LINE, ')'], true);
  const [first, second] = items;
  if (stays) {
    return ['(', join(', ', docs), ')'];
  }
  if (
    items.length > 1 &&
    (items.filter(isFunction).length > 1 ||
      items.some((item) => isCall(item) && item.arguments.some(isFunction)))
  ) {
    return all();
  }
  const hug = (/** @type {Doc[]} */ own, /** @type {number} */ at) => {
    const around = (/** @type {boolean} */ breaks) => [
      '(',
      join(
        ', ',
        own.map((doc, index) => (index === at ? (breaks ? group(doc, true) : doc) : doc)),
      ),
      ')',
    ];
    const states = willBreak(own[at] ?? '')
      ? [around(true), all()]
      : [around(false), around(true), all()];
    return { states, breaks: false };
  };
  if (items.length === 2 && hasBlock(first) && canBeShort(second)) {
    return willBreak(docs[1] ?? '') ? all() : hug(docs, 0);
  }
  const previous = items.at(-2);
  if (
    canHug(last) &&
    previous?.type !== last.type &&
    !(items.length === 2 && isArrow(previous) && isArray(last))
  ) {
    const own = [...docs.slice(0, -1), docOf(last, node, context, true)];
    return docs.slice(0, -1).some(willBreak) ? all() : hug(own, items.length - 1);
  }
  return group([
    '(',
    indented([SOFT_LINE, join([',', LINE], docs)]),
    { broken: style.call, flat: '' },
    SOFT_LINE,
    ')',
  ]);
}

/**
 * @param {any} node
 * @returns {boolean} Whether it may stand behind a function that begins on the line of the call.
 */
function canBeShort(node) {
  return (
    !isFunction(node) && !isArrow(node) && !isConditional(node) && !canHug(node) && !isBinary(node)
  );
}

/**
 * @param {any} node
 * @param {boolean} [isBody] Of an arrow function.
 * @returns {boolean} Whether it may begin on the line of the call as its last argument.
 */
function canHug(node, isBody = false) {
  if (isObject(node)) {
    return node.properties.length > 0;
  }
  if (isArray(node)) {
    return node.elements.length > 0;
  }
  if (!isArrow(node)) {
    return node.type === 'FunctionExpression';
  }
  const { body } = node;
  return (
    body.type === 'BlockStatement' ||
    isObject(body) ||
    isArray(body) ||
    (isArrow(body) && canHug(body, true)) ||
    (!isBody && (isCall(body) || isConditional(body)))
  );
}

/**
 *     it('reads', function (done) {
 *
 * @param {any} node
 * @param {string} text
 * @returns {boolean} Whether it stays on its line, however long it is.
 */
function isTest({ callee, arguments: [title, body, ...more] }, text) {
  return (
    more.length === 0 &&
    body !== undefined &&
    (isString(title) || title.type === 'TemplateLiteral') &&
    hasBlock(body) &&
    body.params.length <= 1 &&
    /^(?:(?:describe|it|test)(?:\.only|\.skip)?|skip|[fx]?(?:describe|it|test)|suite)$/u.test(
      text.slice(callee.start, callee.end),
    )
  );
}

/**
 * @param {any} node
 * @param {Context} context
 * @returns {Doc} What a member adds to its object.
 */
function memberOf({ computed, property, ...node }, context) {
  const doc = docOf(property, node, context);
  if (!computed) {
    return ['.', doc];
  }
  return /Literal$/u.test(property.type)
    ? ['[', doc, ']']
    : group(['[', indented([SOFT_LINE, doc]), SOFT_LINE, ']']);
}

/**
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @returns {{ doc: Doc, isChain: boolean }} Whether it may have a line for each method.
 */
function callDoc(node, parent, context) {
  const { callee } = node;
  if (!isMember(callee) || callee.extra?.parenthesized) {
    const doc = [docOf(callee, node, context), argumentsOf(node, context)];
    return { doc: isCall(callee) ? group(doc) : doc, isChain: false };
  }
  /** @type {{ node: any, doc: Doc }[]} */
  const links = [];
  let inner = node;
  for (
    ;
    (isCall(inner) && (isMember(inner.callee) || isCall(inner.callee) || inner === node)) ||
    isMember(inner);
    inner = isCall(inner) ? inner.callee : inner.object
  ) {
    if (inner.optional || (inner !== node && inner.extra?.parenthesized)) {
      break;
    }
    const doc = isCall(inner) ? argumentsOf(inner, context) : memberOf(inner, context);
    links.unshift({ node: inner, doc });
  }
  const outer = links[0]?.node;
  links.unshift({ node: inner, doc: docOf(inner, outer, context) });
  const isIndex = (/** @type {any} */ each) =>
    isMember(each) && each.computed && /Literal$/u.test(each.property.type);
  let at = 1;
  while (links[at] && (isCall(links[at]?.node) || isIndex(links[at]?.node))) {
    at++;
  }
  if (!isCall(inner)) {
    while (links[at + 1] && isMember(links[at]?.node) && isMember(links[at + 1]?.node)) {
      at++;
    }
  }
  const groups = [links.slice(0, at)];
  let hasCall = true;
  for (const link of links.slice(at)) {
    if (hasCall && isMember(link.node) && !isIndex(link.node)) {
      groups.push([]);
      hasCall = false;
    }
    hasCall ||= isCall(link.node);
    groups.at(-1)?.push(link);
  }
  const docs = groups.map((each) => each.map(({ doc }) => doc));
  const merges = groups.length > 1 && isMerged(groups, parent, context.style);
  const first = merges ? 2 : 1;
  if (groups.length <= first + 1) {
    return { doc: group(docs), isChain: false };
  }
  const broken = [docs.slice(0, first), indented([HARD_LINE, join(HARD_LINE, docs.slice(first))])];
  const calls = links.map((link) => link.node).filter(isCall);
  const areLong =
    calls.length > 2 &&
    calls.some((call) => !call.arguments.every((/** @type {any} */ each) => isSimple(each, 2)));
  const breaksBefore = docs.slice(0, -1).some(willBreak);
  const breaksLast =
    willBreak(docs.at(-1) ?? '') &&
    calls.slice(0, -1).some((call) => call.arguments.some(isFunction));
  return {
    doc:
      areLong || breaksBefore || breaksLast
        ? group(broken)
        : { states: [docs, broken], breaks: false },
    isChain: true,
  };
}

/**
 * @param {{ node: any }[][]} groups
 * @param {any} parent
 * @param {Style} style
 * @returns {boolean} Whether the first method stays on the line of what it is called on.
 */
function isMerged(groups, parent, { tab }) {
  const [[first, ...more] = [], [method] = []] = groups;
  const last = more.at(-1)?.node ?? first?.node;
  const isFactory = (/** @type {string} */ name) => /^[A-Z]|^[$_]+$/u.test(name);
  if (more.length > 0) {
    return isMember(last) && (isFactory(last.property.name ?? '') || method?.node.computed);
  }
  return (
    last.type === 'ThisExpression' ||
    (last.type === 'Identifier' &&
      (isFactory(last.name) ||
        (parent.type === 'ExpressionStatement' && last.name.length <= tab) ||
        method?.node.computed))
  );
}

/** What is so long that of three calls with one of these each has a line of its own. */
const isLarge = typed(/^(?:Arrow|Assign|Await|Binary|Conditional|Function|Logical|Sequence)/u);

/**
 * @param {any} node
 * @param {number} depth
 * @returns {boolean} Whether an argument is so short that three calls may stay on a line.
 */
function isSimple(node, depth) {
  const { regex, pattern = regex?.pattern } = node;
  const parts = node.arguments ?? node.elements ?? node.expressions ?? node.properties ?? [];
  return (
    !isLarge(node) &&
    (pattern?.length ?? 0) <= 5 &&
    (depth > 0 || parts.length === 0) &&
    (!isCall(node) || parts.length <= depth) &&
    parts.every(
      (/** @type {any} */ each) =>
        each && isSimple(each.value?.type ? each.value : each, depth - 1),
    )
  );
}

/**
 * @param {any} left
 * @param {string} operator
 * @param {any} right
 * @param {any} parent
 * @param {Context} context
 * @returns {Doc}
 */
function assignment(left, operator, right, parent, context) {
  const { style, text } = context;
  const head = [plain(text.slice(left.start, left.end)), operator];
  const value = docOf(right, parent, context);
  const isShort = parent.type.endsWith('Property') && left.end - left.start < style.tab + 3;
  if (
    (isBinary(right) && !isInlined(right)) ||
    (isConditional(right) && isBinary(right.test) && !isInlined(right.test)) ||
    (!isShort && isHardToBreak(right, parent, context))
  ) {
    return group([head, group(indented([LINE, value]))]);
  }
  const isRequire = isCall(right) && right.callee.name === 'require';
  return isRequire ||
    isShort ||
    /^(?:TemplateLiteral|TaggedTemplateExpression|ClassExpression|BooleanLiteral|NumericLiteral)$/u.test(
      right.type,
    )
    ? group([head, ' ', value])
    : group([head, { value }]);
}

/**
 * @param {any} right
 * @param {any} parent
 * @param {Context} context
 * @returns {boolean} Whether what is assigned goes on a line of its own before it is broken.
 */
function isHardToBreak(right, parent, context) {
  let node = right;
  while (node.type === 'UnaryExpression' || node.type === 'AwaitExpression') {
    node = node.argument;
  }
  if (isString(node)) {
    return true;
  }
  let isDeep = false;
  for (; isCall(node) || isMember(node); node = isMember(node) ? node.object : node.callee) {
    if (isCall(node)) {
      const [only, ...more] = node.arguments;
      if (
        more.length > 0 ||
        (only && !isShortArgument(only, context.style)) ||
        callDoc(node, parent, context).isChain
      ) {
        return false;
      }
    }
    isDeep = true;
  }
  return isDeep && /^(?:Identifier|ThisExpression)$/u.test(node.type);
}

/**
 * @param {any} node
 * @param {Style} style
 * @returns {boolean}
 */
function isShortArgument(node, style) {
  const most = style.width / 4;
  const { argument, end, start, type } = node;
  if (type === 'UnaryExpression' || type === 'SpreadElement') {
    return isShortArgument(argument, style);
  }
  return (
    type === 'ThisExpression' ||
    ((type === 'Identifier' || isString(node) || type === 'RegExpLiteral') &&
      end - start <= most) ||
    /^(?:Numeric|Boolean|Null|BigInt)Literal$/u.test(type) ||
    (type === 'Literal' && end - start <= most)
  );
}

/**
 * @param {any} node
 * @returns {boolean} Whether the right side begins on the line of the operator.
 */
function isInlined({ right, type }) {
  return type === 'LogicalExpression' && (isObject(right) || isArray(right)) && canHug(right);
}

/** Operators that need no parentheses between each other. */
const LEVELS = [/^\?\?$/u, /^\|\|$/u, /^&&$/u, /^[+-]$/u, /^\*$/u];

/**
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @returns {Doc}
 */
function binaryDoc(node, parent, context) {
  const isTested = TESTED.test(parent.type);
  const parts = binaryParts(node, parent, isTested, context);
  if (isTested) {
    return parts;
  }
  if (parent.type === 'UnaryExpression' || (isMember(parent) && !parent.computed)) {
    return group([indented([SOFT_LINE, parts]), SOFT_LINE]);
  }
  const isIndented =
    /^(?:Return|Throw)Statement$|^VariableDeclarator$|^AssignmentExpression$|Property$/u.test(
      parent.type,
    ) || parent.body === node;
  return isIndented || isInlined(node) || isConditional(parent)
    ? group(parts)
    : group([parts[0] ?? '', indented(parts.slice(1))]);
}

/**
 * @param {any} node
 * @param {any} parent
 * @param {boolean} isTested
 * @param {Context} context
 * @returns {Doc[]}
 */
function binaryParts(node, parent, isTested, context) {
  const { left, operator, right } = node;
  const isSame =
    isBinary(left) &&
    !left.extra?.parenthesized &&
    LEVELS.some((level) => level.test(operator) && level.test(left.operator));
  const parts = isSame
    ? binaryParts(left, node, isTested, context)
    : [group(docOf(left, node, context))];
  const doc = [operator, isInlined(node) ? ' ' : LINE, docOf(right, node, context)];
  const isApart =
    !(isTested && node.type === 'LogicalExpression') &&
    parent.type !== node.type &&
    left.type !== node.type &&
    right.type !== node.type;
  return [...parts, ' ', isApart ? group(doc) : doc];
}

/**
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @returns {Doc}
 */
function conditionalDoc(node, parent, context) {
  const branches = [node.consequent, node.alternate];
  if ([parent, ...branches].some(isConditional)) {
    return plain(context.text.slice(node.start, node.end));
  }
  const [then = '', other = ''] = branches.map((each) => ({
    ...indented(docOf(each, node, context)),
    aligns: true,
  }));
  return group([docOf(node.test, node, context), indented([LINE, '? ', then, LINE, ': ', other])]);
}
