/** @import { Rule } from 'eslint' */
/** @import { DocumentedRule } from './plugin.js' */

import { hasMarkers, replaceBetween } from '../../bench/report/markers.js';

const END_OF_HEADER = '<!-- end of generated header -->';
const OPTIONS = 'options';

/**
 * @param {DocumentedRule} rule
 * @param {string} page The page as it is, or its body alone.
 * @param {string} file For the message.
 * @returns {string} The page with its header and options as the code has them.
 * @throws {Error} If the rule has options and the page no place for them.
 */
export function rulePage(rule, page, file) {
  const body = page.split(END_OF_HEADER).at(-1) ?? '';
  const whole = [headerOf(rule), END_OF_HEADER, body.trim()].join('\n\n');
  return hasOptions(rule.meta) || hasMarkers(whole, OPTIONS)
    ? replaceBetween(whole, OPTIONS, optionsTable(rule.meta), file)
    : whole;
}

/**
 * @param {DocumentedRule} rule
 * @returns {string}
 */
function headerOf({ name, meta, configs, codemods }) {
  const notes = [
    configs.length > 0 &&
      `💼 In the ${configs.length === 1 ? 'configuration' : 'configurations'} ${listOf(configs.map(code))}.`,
    meta.fixable &&
      '🔧 `eslint --fix` mends what can be mended without changing what the code does.',
    meta.hasSuggestions && '💡 Editors offer a suggestion, for a person to judge.',
    usesTypes(meta) &&
      '💭 It uses type information where [the parser offers any](https://typescript-eslint.io/getting-started/typed-linting), and needs none.',
    codemods.length > 0 &&
      `🚚 In bulk: the ${codemods.length === 1 ? 'codemod' : 'codemods'} ${listOf(
        codemods.map((codemod) => `[${code(codemod)}](../codemods/${codemod}.md)`),
      )}.`,
  ].filter(Boolean);
  return [`# async-perf/${name}`, `${meta.docs?.description}.`, ...notes].join('\n\n');
}

/**
 * @param {Rule.RuleMetaData} meta
 * @returns {boolean} Whether the rule asks for types.
 */
export function usesTypes({ docs }) {
  return Boolean(/** @type {{ usesTypes?: boolean } | undefined} */ (docs)?.usesTypes);
}

/**
 * @param {string} text
 * @returns {string}
 */
function code(text) {
  return `\`${text}\``;
}

/**
 * @param {readonly string[]} words
 * @returns {string}
 */
function listOf(words) {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
}

/**
 * @typedef {object} OptionSchema
 * @property {string} [type]
 * @property {string} [description]
 * @property {unknown[]} [enum]
 * @property {OptionSchema} [items]
 */

/**
 * @param {Rule.RuleMetaData} meta
 * @returns {[name: string, schema: OptionSchema][]}
 */
function readOptions({ schema }) {
  const [first] = Array.isArray(schema) ? schema : [];
  return Object.entries(/** @type {any} */ (first)?.properties ?? {});
}

/**
 * @param {Rule.RuleMetaData} meta
 * @returns {boolean}
 */
function hasOptions(meta) {
  return readOptions(meta).length > 0;
}

/**
 * @param {Rule.RuleMetaData} meta
 * @returns {string}
 */
function optionsTable(meta) {
  const options = readOptions(meta);
  if (options.length === 0) {
    return 'None.';
  }
  const defaults = /** @type {Record<string, unknown>} */ (meta.defaultOptions?.[0] ?? {});
  const rows = options.map(([name, schema]) => {
    const cells = [
      code(name),
      typeOf(schema),
      code(JSON.stringify(defaults[name])),
      schema.description ?? '',
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| option | type | default | |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/**
 * @param {OptionSchema} schema
 * @returns {string}
 */
function typeOf(schema) {
  if (schema.enum) {
    return schema.enum.map((value) => code(JSON.stringify(value))).join(', ');
  }
  return schema.type === 'array' && schema.items
    ? `array of ${typeOf(schema.items)}`
    : (schema.type ?? '');
}
