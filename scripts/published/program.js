/** Programs as they are published: without comments and spaces, in shorter forms, with short names. */

import { parse } from '@babel/parser';
import { minify_sync } from 'terser';

/** What runs beside the measured code is measured with it: it does so in the same steps, by other names. */
const MEASURED = /^bench\/worker/u;

/**
 * @param {string} file Relative to the root of the package.
 * @param {string} source Its program.
 * @returns {string} It does the same in the same order.
 * @throws {Error} If it does not parse.
 */
export function onlyProgram(file, source) {
  const isMeasured = MEASURED.test(file.replaceAll('\\', '/'));
  const { code = '' } = minify_sync(source, {
    module: !file.endsWith('.cjs'),
    compress: !isMeasured && {
      ecma: 2020,
      hoist_funs: true,
      // Functions that stay functions, and statements that stay statements, look more alike to gzip.
      inline: 1,
      sequences: false,
      // `kind === 'value'` looks more like its neighbours than `'value' === kind`.
      lhs_constants: false,
      keep_classnames: true,
      passes: 2,
    },
    // A stack trace names the file, classes and methods: all names would be kilobytes.
    mangle: { keep_classnames: true },
    format: { comments: false, ecma: 2020 },
  });
  return code;
}

/** What the rows of the table have for its page and the tests. */
const EXAMPLES = new Set(['example', 'given']);

/**
 * @param {string} source Of the module that holds the table of refusals.
 * @returns {string} The same table without the examples, which its page and the tests are made from.
 */
export function withoutExamples(source) {
  const tree = parse(source, { sourceType: 'module' });
  let text = source;
  JSON.stringify(tree.program, (_, value) => {
    if (value?.type === 'ObjectProperty' && EXAMPLES.has(value.key.name)) {
      // The text before it is as it was, the rest is that much shorter.
      const start = value.start - (source.length - text.length);
      const end = value.end - (source.length - text.length);
      text = text.slice(0, start) + text.slice(end).replace(/^\s*,/u, '');
    }
    return value;
  });
  return text;
}
