/** @import { ParserOptions, ParserPlugin } from '@babel/parser' */

/**
 * One way of reading a text. Files are tried against a short list of them, the likeliest first,
 * because nothing in a legacy file says how it wants to be read.
 *
 * @typedef {object} Dialect
 * @property {ParserPlugin[]} plugins
 * @property {NonNullable<ParserOptions['sourceType']>} sourceType
 */

/**
 * Costs more than the rest of a parse, so plain JavaScript is read without: `estree.js` converts that.
 *
 * @type {ParserPlugin}
 */
const ESTREE = ['estree', { classFeatures: true }];

/** @type {ParserPlugin[]} */
const COMMON_PLUGINS = [
  'decoratorAutoAccessors',
  'explicitResourceManagement',
  'sourcePhaseImports',
  'deferredImportEvaluation',
  'exportDefaultFrom',
];

const FLOW_PRAGMA = /@flow\b/u;

/** The answers so far: a project has a few kinds of files. @type {Map<string, readonly Dialect[]>} */
const knownDialects = new Map();

/**
 * @param {string} text
 * @param {string | undefined} path
 * @returns {readonly Dialect[]} In the order to try them.
 */
export function dialectsOf(text, path) {
  const extension = /\.([cm]?[jt]sx?)(?:\.flow)?$/u.exec(path ?? '')?.[1] ?? 'js';
  const isTyped = extension.includes('ts');
  const isSpecial = isTyped
    ? /\.d\.[cm]?ts$/u.test(path ?? '')
    : FLOW_PRAGMA.test(text.slice(0, 2000));
  const kind = `${extension} ${isSpecial}`;
  let dialects = knownDialects.get(kind);
  if (!dialects) {
    dialects = isTyped
      ? typescriptDialects(extension, isSpecial)
      : javascriptDialects(extension, isSpecial);
    knownDialects.set(kind, dialects);
  }
  return dialects;
}

/**
 * @param {string} extension
 * @param {boolean} dts Whether the file only declares.
 * @returns {Dialect[]}
 */
function typescriptDialects(extension, dts) {
  const sourceType = sourceTypeOf(extension);
  /** @type {ParserPlugin[]} */
  const typescript = [ESTREE, ...COMMON_PLUGINS, ['typescript', { dts }]];
  if (extension === 'tsx') {
    typescript.push('jsx');
  }
  return [
    { plugins: [...typescript, 'decorators-legacy'], sourceType },
    { plugins: [...typescript, 'decorators'], sourceType },
  ];
}

/**
 * @param {string} extension
 * @param {boolean} isFlow Whether the file says so.
 * @returns {Dialect[]}
 */
function javascriptDialects(extension, isFlow) {
  const sourceType = sourceTypeOf(extension);
  /** @type {ParserPlugin[]} */
  const flow = [ESTREE, ...COMMON_PLUGINS, ['flow', { all: true }], 'jsx', 'decorators-legacy'];
  /** @type {ParserPlugin[]} */
  const plain = [...COMMON_PLUGINS, 'jsx', 'decorators'];
  const plugins = isFlow ? [flow, plain] : [plain, flow];

  const dialects = plugins.map((list) => ({ plugins: list, sourceType }));
  if (sourceType === 'unambiguous') {
    // Sloppy code with a stray `import()` or `await` as a name, and modules whose only sign is
    // top-level await, are decided wrongly by the unambiguous goal: the explicit ones still read them.
    dialects.push(
      { plugins: plain, sourceType: 'script' },
      { plugins: plain, sourceType: 'module' },
    );
  }
  return dialects;
}

/**
 * @param {string} extension
 * @returns {Dialect['sourceType']}
 */
function sourceTypeOf(extension) {
  if (extension.startsWith('m')) {
    return 'module';
  }
  // TypeScript lets `.cts` be written with `import` and `export`.
  return extension.startsWith('cj') ? 'commonjs' : 'unambiguous';
}

/**
 * @param {Dialect} dialect
 * @returns {boolean} Whether its tree is ESTree's as the parser gives it.
 */
export function givesEstree({ plugins }) {
  return plugins.includes(ESTREE);
}
