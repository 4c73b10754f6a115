/** @import { SourceCodeLike } from '../source/source-code.js' */

/**
 * Comments that switch off one of our rules keep the codemods off too: whoever wrote
 * `// eslint-disable-next-line async-perf/no-generator-coroutine` wants the code as it is.
 */

/**
 * The rules that report what a pattern converts, by the name of the pattern.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const RULES_OF_PATTERNS = Object.freeze({
  'async-lib': ['prefer-async-over-callback'],
  bluebird: ['prefer-native-promise', 'no-global-promise-override'],
  'callback-function': ['prefer-async-over-callback'],
  'closure-async-fast-path': ['no-closure-async-fast-path'],
  'generator-coroutine': ['no-generator-coroutine', 'no-downleveled-async'],
  'promise-chain': ['prefer-await-over-chain'],
  'promise-constructor-wrap': ['no-promise-constructor-wrap'],
  'promise-wrapped-await': ['no-promise-wrapped-await'],
  'stream-events': ['prefer-for-await-stream'],
  'stream-pipe': ['prefer-for-await-stream'],
});

/** `eslint-disable-next-line async-perf/no-generator-coroutine, no-console -- the library wants it` */
const DIRECTIVE =
  /^\s*(?:eslint|oxlint)-(?<form>disable-next-line|disable-line|disable|enable)(?=\s|$)(?<rules>[^]*)$/u;

/**
 * @typedef {object} Span Lines on which a rule is switched off.
 * @property {string} rule Without the plugin's name.
 * @property {number} from 1-based.
 * @property {number} to
 * @property {string} comment
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {(pattern: string, line: number) => string | undefined} The comment that keeps the codemods of a pattern
 *   off what starts on the line; undefined if none does.
 */
export function switchedOff(sourceCode) {
  const spans = sourceCode.text.includes('async-perf/') ? spansIn(sourceCode) : [];
  return (pattern, line) => {
    const rules = RULES_OF_PATTERNS[pattern] ?? [];
    return spans.find(({ rule, from, to }) => rules.includes(rule) && from <= line && line <= to)
      ?.comment;
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {Span[]}
 */
function spansIn({ ast, text }) {
  /** @type {Span[]} */
  const spans = [];
  for (const { range, value, loc } of ast.comments ?? []) {
    const { form, rules = '' } = DIRECTIVE.exec(value)?.groups ?? {};
    if (form === undefined) {
      continue;
    }
    const [list = ''] = rules.split(/\s-{2,}\s/u, 1);
    const named = list.split(',').map((name) => name.trim());
    const [start, end] = [loc.start.line, loc.end.line];
    if (form === 'enable') {
      spans
        .filter(
          ({ rule, to }) =>
            to === Infinity && (list.trim() === '' || named.includes(`async-perf/${rule}`)),
        )
        .forEach((span) => (span.to = start));
      continue;
    }
    const lines = {
      'disable-next-line': { from: end + 1, to: end + 1 },
      'disable-line': { from: start, to: start },
      disable: { from: start, to: Infinity },
    }[form];
    for (const name of named.filter((each) => each.startsWith('async-perf/'))) {
      const rule = name.slice('async-perf/'.length);
      spans.push({
        rule,
        comment: text.slice(...range),
        .../** @type {{ from: number, to: number }} */ (lines),
      });
    }
  }
  return spans;
}
