/**
 * @param {number} part
 * @param {number} whole
 */
export function percent(part, whole) {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`;
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function toTable(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
