/**
 * @typedef {object} Names
 * @property {string} pattern
 * @property {string} rule
 * @property {string | undefined} codemod
 */

/**
 * @param {Names} names
 * @returns {Map<string, string>} The files of a new pattern, relative to the root. They load, and their
 *   tests fail: the pattern finds nothing yet.
 */
export function filesOfPattern(names) {
  const { pattern, rule, codemod } = names;
  return new Map([
    [`core/patterns/${pattern}.js`, patternFile(names)],
    [`rules/${rule}.js`, ruleFile(names)],
    [`test/rules/${rule}.test.js`, ruleTest(names)],
    [`docs/rules/${rule}.md`, rulePage(names)],
    ...(codemod === undefined ? [] : filesOfCodemod({ ...names, codemod })),
  ]);
}

/**
 * @param {Names & { codemod: string }} names
 * @returns {[file: string, text: string][]}
 */
function filesOfCodemod({ pattern, rule, codemod }) {
  const constant = camelCase(pattern);
  const fixture = `test/codemods/fixtures/${codemod}/first`;
  return [
    [
      `codemods/${codemod}.js`,
      `import { createTransform } from '../core/codemod/transform.js';
import { ${constant} } from '../core/patterns/${pattern}.js';

/** What \`${rule}\` reports -> what its page advises. */
export const codemod = { name: '${codemod}', patterns: [${constant}] };

export default createTransform(codemod);
`,
    ],
    [`${fixture}/input.js`, `exports.run = async () => await before();\n`],
    [`${fixture}/output.js`, `exports.run = async () => await after();\n`],
    [
      `docs/codemods/${codemod}.md`,
      `# ${codemod}

Rewrites what [\`${rule}\`](../rules/${rule}.md) reports.

\`\`\`sh
npx jscodeshift -t node_modules/eslint-plugin-async-perf/codemods/${codemod}.js src
\`\`\`

## What it converts

\`\`\`js
before();
\`\`\`

becomes

\`\`\`js
after();
\`\`\`

## What it leaves alone

Each site prints its [reason](../refusals.md).
`,
    ],
  ];
}

/** @param {Names} names */
function patternFile({ pattern }) {
  return `/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */

/**
 * Finds:
 *
 *     await before()
 *
 * @type {Pattern}
 */
export const ${camelCase(pattern)} = {
  name: '${pattern}',
  words: /\\bawait\\b/u,
  visit: { AwaitExpression: findSite },
};

/**
 * @param {TSESTree.AwaitExpression} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findSite(node, { sourceCode }) {
  // Who is it really? Ask core/analysis, and plan with core/edits.
  const isFound = node.argument.type === 'CallExpression' && sourceCode.text === '';
  return isFound ? { node, kind: 'call' } : undefined;
}
`;
}

/** @param {Names} names */
function ruleFile({ pattern, rule, codemod }) {
  const bulk = codemod === undefined ? '' : ` In bulk: codemod \`${codemod}\`.`;
  return `import { createPatternRule } from './shared/pattern-rule.js';

export default createPatternRule({
  name: '${rule}',
  pattern: '${pattern}',
  meta: {
    type: 'suggestion',
    docs: { description: 'Disallow awaiting \`before\`' },
    schema: [],
    messages: {
      call: 'This costs a microtick. Await \`after\`.${bulk}',
    },
  },
  messageOf: ({ kind }) => kind,
});
`;
}

/** @param {Names} names */
function ruleTest({ rule }) {
  return `import rule from '../../rules/${rule}.js';
import { testRule } from './rule-tester.js';

testRule('${rule}', rule, {
  valid: [{ name: 'another call', code: 'async () => await other();' }],
  invalid: [
    {
      name: 'the call',
      code: 'async () => await before();',
      errors: [{ messageId: 'call', line: 1, column: 13 }],
    },
  ],
});
`;
}

/** @param {Names} names */
function rulePage({ rule }) {
  return `# async-perf/${rule}

<!-- end of generated header -->

Why it costs, from the engine's or the language's own source.

<!-- begin measured cost -->

<!-- end measured cost -->

## What it reports

\`\`\`js
/* ❌ */
async () => await before();
\`\`\`

\`\`\`js
/* ✅ */
async () => await after();
\`\`\`

## In real code

<!-- begin real code -->

<!-- end real code -->

## When not to use it

Where it runs once.
`;
}

/**
 * @param {string} index The text of index.js.
 * @param {string} rule
 * @returns {string} With the rule, in alphabetical order.
 * @throws {Error} If it has no place for one.
 */
export function enterRule(index, rule) {
  const line = `  '${rule}': () => require('./rules/${rule}.js'),\n`;
  const known = [...index.matchAll(/^ {2}'([\w-]+)': \(\) => require\(.*\),\n/gmu)];
  const last = known.at(-1);
  if (!last) {
    throw new Error(`index.js has no line like ${line.trim()}: enter the rule by hand`);
  }
  const next = known.find(([, name = '']) => name > rule);
  const at = next ? next.index : last.index + last[0].length;
  return index.slice(0, at) + line + index.slice(at);
}

/**
 * @param {string} name
 * @returns {string}
 */
function camelCase(name) {
  return name.replaceAll(/-(\w)/gu, (_, letter) => letter.toUpperCase());
}
