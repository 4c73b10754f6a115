/** @import { Paint } from './style.js' */

import { alignRows } from '../../bench/report/terminal.js';

/**
 * The parts of Markdown that the project's own pages use, as text for a terminal.
 *
 * @param {string} markdown
 * @param {object} look
 * @param {Paint} look.paint
 * @param {number} [look.width] Columns to wrap paragraphs at; as they are if not given.
 * @returns {string}
 */
export function renderMarkdown(markdown, { paint, width = Infinity }) {
  const [first, ...others] = markdown.split('<!--');
  const shown = others.map((text) => text.slice(text.indexOf('-->') + 3).replace(/^\n+/u, ''));
  const blocks = readBlocks([first, ...shown].join(''));
  return `${blocks.map((block) => renderBlock(block, paint, width)).join('\n\n')}\n`;
}

/**
 * @param {string} markdown
 * @returns {string[][]} The lines of each block; a fenced block is one, whatever is in it.
 */
function readBlocks(markdown) {
  /** @type {string[][]} */
  const blocks = [];
  /** @type {string[]} */
  let block = [];
  let isFenced = false;
  for (const line of markdown.split('\n')) {
    const isFence = line.startsWith('```');
    if (!isFenced && (line.trim() === '' || isFence) && block.length > 0) {
      blocks.push(block);
      block = [];
    }
    if (isFenced || line.trim() !== '') {
      block.push(line);
    }
    isFenced = isFence ? !isFenced : isFenced;
  }
  return block.length > 0 ? [...blocks, block] : blocks;
}

/**
 * @param {string[]} lines
 * @param {Paint} paint
 * @param {number} width
 * @returns {string}
 */
function renderBlock(lines, paint, width) {
  const [first = ''] = lines;
  const heading = /^#+ (.*)$/u.exec(first)?.[1];
  if (heading !== undefined) {
    return [paint('bold', heading), ...lines.slice(1)].join('\n');
  }
  if (first.startsWith('```')) {
    return lines
      .filter((line) => !line.startsWith('```'))
      .map((line) => (line === '' ? '' : `    ${line}`))
      .join('\n');
  }
  if (first.startsWith('|')) {
    return renderTable(lines, paint);
  }
  const items = first.startsWith('- ') || /^\d+\. /u.test(first) ? lines : [lines.join(' ')];
  return items.map((item) => decorate(wrap(plainText(item), width), paint)).join('\n');
}

/**
 * @param {string[]} lines
 * @param {Paint} paint
 * @returns {string}
 */
function renderTable(lines, paint) {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/u.test(line))
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/u))
    .map((cells) => cells.map((cell) => plainText(cell.trim().replaceAll('\\|', '|'))));
  const [head = '', ...body] = alignRows(rows);
  return [paint('underline', head), ...body.map((line) => decorate(line, paint))]
    .map((line) => `  ${line}`)
    .join('\n');
}

/**
 * @param {string} text
 * @returns {string} Links by their text, with the address where it leads out of the documentation.
 */
function plainText(text) {
  return text
    .replaceAll(/\[([^[\]]*)\]\((https?:[^()]*)\)/gu, '$1 ($2)')
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/gu, '$1')
    .replaceAll(/(?<=^|[\s(])_([^_`]+)_(?=[\s.,;:)]|$)/gu, '$1');
}

/**
 * @param {string} text
 * @param {Paint} paint
 * @returns {string}
 */
function decorate(text, paint) {
  return text
    .replaceAll(/\*\*(.+?)\*\*/gsu, (_, strong) => paint('bold', strong))
    .replaceAll(/`[^`]+`/gu, (code) => paint('cyan', code));
}

/**
 * @param {string} text
 * @param {number} width
 * @returns {string} With line breaks at white space; the lines of a list item hang below its text.
 */
function wrap(text, width) {
  const hanging = text.startsWith('- ') ? '  ' : '';
  /** @type {string[]} */
  const lines = [];
  let line = '';
  for (const word of text.split(/\s+/u)) {
    if (line.trim() !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = hanging + word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
