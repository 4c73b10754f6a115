/** Programs as they are published: without comments and spaces, in shorter forms, with short names. */

import { parse } from '@babel/parser';
import { minify_sync } from 'terser';

/** What runs beside the measured code is measured with it: it does so in the same steps, by other names. */
const MEASURED = /^bench\/worker/u;

/**
 * @param {string} file Relative to the root of the package.
 * @param {string} source Its program.
 * @param {ReadonlySet<string>} [kept] Functions that keep their names, so that a stack trace says which
 *   part it was; classes keep theirs anyway.
 * @returns {string} It does the same in the same order.
 * @throws {Error} If it does not parse.
 */
export function onlyProgram(file, source, kept = new Set()) {
  const isMeasured = MEASURED.test(file.replaceAll('\\', '/'));
  const { code = '' } = minify_sync(source, {
    module: !file.endsWith('.cjs'),
    compress: !isMeasured && { ecma: 2020, keep_classnames: true },
    mangle: {
      keep_classnames: true,
      // A bundle numbers those that several of its files have.
      ...(kept.size > 0 && {
        keep_fnames: new RegExp(`^(?:${[...kept].join('|')})(?:\\$\\d+)?$`, 'u'),
      }),
    },
    format: { comments: false, ecma: 2020 },
  });
  return code;
}

/**
 * @param {string} source
 * @returns {string | undefined} The name of the first function that it declares and exports: a file holds
 *   one idea, and that is its way in.
 */
export function firstExportedFunction(source) {
  for (const statement of parse(source, { sourceType: 'module' }).program.body) {
    if (
      statement.type === 'ExportNamedDeclaration' &&
      statement.declaration?.type === 'FunctionDeclaration' &&
      statement.declaration.id
    ) {
      return statement.declaration.id.name;
    }
  }
  return undefined;
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
