/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { dirname, exists, isFile, join, readText, resolve } from '#project-facts';

import { oncePerFile } from '../analysis/syntax/facts.js';
import { generatorKeysOf, holdsGenerator } from '../analysis/syntax/generators.js';
import { readKey, resolveOrigin } from '../analysis/modules/modules.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { packageOf } from '../analysis/environment/linked-packages.js';
import { readProject } from '../analysis/environment/project.js';
import { isBuiltin } from '../packages/builtin-modules.js';
import { createSourceCode } from '../source/source-code.js';

/**
 * Whether another file exports a generator function that nothing wraps. It is the one thing that
 * a file's conversion asks of another's source, and the answer is the same before and after any of
 * them is converted: such a function has users out of sight, so it is refused wherever it is, unless
 * a plan of the project sees all of them.
 */

const EXTENSIONS = [
  '',
  '.js',
  '.cjs',
  '.mjs',
  '.ts',
  '.jsx',
  '.tsx',
  '.mts',
  '.cts',
  '/index.js',
  '/index.cjs',
  '/index.mjs',
  '/index.ts',
  '/index.tsx',
];

/** How many files that only hand on another's exports are followed. */
const MAX_HOPS = 3;

/** @type {Map<string, ReadonlySet<string>>} */
const generatorExportsByFile = new Map();

/**
 * @param {string | undefined} path The file that imports.
 * @param {string} specifier
 * @param {readonly string[]} [keys] The members that are read from the import; none for itself.
 * @returns {boolean} Whether what it imports, of the project or of a package that is installed, is a
 *   generator function; without keys, whether any of its members is one.
 */
export function exportsGenerator(path, specifier, keys) {
  const own = path === undefined ? [] : resolveOwnFiles(path, specifier);
  const files = path === undefined || own.length > 0 ? own : resolveInstalled(path, specifier);
  return files.some((file) => {
    const found = generatorExportsOf(file, MAX_HOPS);
    return keys ? found.has(keys.join('.')) : found.size > 0;
  });
}

/**
 * @param {string} from
 * @param {string} name Of a module of another package.
 * @returns {string[]} Its file, if the package is installed.
 */
function resolveInstalled(from, name) {
  if (!/^@?\w/u.test(name) || isBuiltin(name)) {
    return [];
  }
  for (let directory = dirname(resolve(from)); ; directory = dirname(directory)) {
    const file = resolveFile(join(directory, 'x.js'), `./node_modules/${name}`);
    if (file !== undefined || directory === dirname(directory)) {
      return file === undefined ? [] : [file];
    }
  }
}

/**
 * @param {string} from
 * @param {string} specifier A relative one.
 * @returns {string | undefined} The file that Node or a compiler would load; undefined if there is
 *   none.
 */
export function resolveFile(from, specifier) {
  const base = resolve(dirname(from), specifier);
  const candidates = (/** @type {string} */ path, /** @type {RegExp} */ kind) =>
    EXTENSIONS.filter((extension) => kind.test(extension)).map((extension) => path + extension);
  const main = mainOf(base);
  return [
    ...candidates(base, /^(?!\/)/u),
    // A file that TypeScript compiles goes by the name of what it will be.
    ...[base.replace(/js(x?)$/u, 'ts$1'), base.replace(/js$/u, 'tsx')],
    ...(main === undefined ? [] : candidates(main, /^/u)),
    ...candidates(base, /^\//u),
  ].find(isFile);
}

/**
 * @param {string} directory
 * @returns {string | undefined} What its package.json says that it is loaded by.
 */
function mainOf(directory) {
  const manifest = join(directory, 'package.json');
  if (!exists(manifest)) {
    return undefined;
  }
  const { main } = readProject(manifest);
  return main === undefined ? undefined : join(directory, main);
}

/**
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined} The file of the project that a module's name stands for: a path, or
 *   the name of the project's own package or of one of its workspace; undefined if it may be one of several.
 */
export function resolveOwnFile(from, name) {
  const [file, ...others] = resolveOwnFiles(from, name);
  return others.length === 0 ? file : undefined;
}

/**
 * @param {string} from
 * @param {string} name
 * @returns {string[]} The files that it may stand for, as package.json has it.
 */
export function resolveOwnFiles(from, name) {
  if (name.startsWith('.')) {
    // import('./load.js?again')
    return [resolveFile(from, withoutQuery(name))].filter((file) => file !== undefined);
  }
  const project = readProject(from);
  const linked = project.links?.get(packageOf(name));
  const { manifest, exports, imports } =
    linked === undefined ? project : readProject(join(linked, 'package.json'));
  const own = linked === undefined ? project.name : packageOf(name);
  const isOwn = own !== undefined && (name === own || name.startsWith(`${own}/`));
  if (manifest === undefined || (!isOwn && !name.startsWith('#'))) {
    return [];
  }
  const path = isOwn ? `.${name.slice(own.length)}` : name;
  const entries = isOwn ? exports : imports;
  const paths = isOwn && !entries ? [path] : entriesAt(entries, path);
  return [...new Set(paths.map((each) => resolveFile(manifest, each)))].filter(
    (file) => file !== undefined,
  );
}

/**
 * @param {unknown} entries `exports` or `imports` of a package.json.
 * @param {string} path
 * @returns {string[]} What the path may stand for, whatever the conditions.
 */
function entriesAt(entries, path) {
  if (typeof entries === 'string') {
    return path === '.' ? [entries] : [];
  }
  return Object.entries(entries ?? {}).flatMap(([key, value]) => {
    const [head = '', tail] = key.split('*');
    if (!/^[.#]/u.test(key)) {
      // A condition, or one of several.
      return entriesAt(value, path);
    }
    if (tail === undefined ? key !== path : !path.startsWith(head) || !path.endsWith(tail)) {
      return [];
    }
    const star = tail === undefined ? '' : path.slice(head.length, path.length - tail.length);
    return entriesAt({ '': value }, '.').map((each) => each.replaceAll('*', star));
  });
}

/**
 * @param {string} file
 * @param {number} hops
 * @returns {ReadonlySet<string>} The keys of the generator functions; '' for the export itself.
 */
function generatorExportsOf(file, hops) {
  const known = generatorExportsByFile.get(file);
  if (known) {
    return known;
  }
  const keys = readGeneratorExports(file, hops);
  generatorExportsByFile.set(file, keys);
  return keys;
}

/**
 * @param {string} file
 * @param {number} hops
 * @returns {Set<string>}
 */
function readGeneratorExports(file, hops) {
  /** @type {Set<string>} */
  const keys = new Set();
  const text = readText(file);
  const sourceCode = /\*|require|export/u.test(text) ? parseSibling(text, file) : undefined;
  if (!sourceCode) {
    return keys;
  }
  // The object that has them may go anywhere.
  generatorKeysOf(sourceCode).forEach((key) => keys.add(key));
  const below = (/** @type {string} */ specifier) => {
    const target = hops > 0 && specifier.startsWith('.') ? resolveFile(file, specifier) : undefined;
    return target ? generatorExportsOf(target, hops - 1) : [];
  };
  for (const { key, value } of exportsOf(sourceCode)) {
    if (holdsGenerator(sourceCode, value)) {
      keys.add(key);
    }
    // [load, save]
    for (const [index, each] of value.type === 'ArrayExpression' ? value.elements.entries() : []) {
      if (holdsGenerator(sourceCode, each)) {
        keys.add(joinKeys(key, String(index)));
      }
    }
    const origin = resolveOrigin(sourceCode, value);
    for (const inner of origin?.kind === 'module' ? below(origin.name) : []) {
      if (origin?.path.length === 0) {
        keys.add(joinKeys(key, inner));
      } else if (inner === origin?.path.join('.')) {
        keys.add(key);
      }
    }
  }
  for (const specifier of handedOnAsWhole(sourceCode)) {
    for (const inner of below(specifier)) {
      keys.add(inner);
    }
  }
  return keys;
}

/**
 *     export * from './load';    module.exports = { ...require('./load') };
 *     Object.assign(exports, require('./load'));
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {string[]} The modules of which a file may hand on whatever they export.
 */
function handedOnAsWhole(sourceCode) {
  const given = [
    ...nodesOfType(sourceCode, 'SpreadElement').map(({ argument }) => argument),
    ...nodesOfType(sourceCode, 'CallExpression').flatMap((call) => call.arguments),
  ];
  return [
    ...nodesOfType(sourceCode, 'ExportAllDeclaration').map(({ source }) => source.value),
    ...given.flatMap((value) => {
      const origin = resolveOrigin(sourceCode, value);
      return origin?.kind === 'module' && origin.path.length === 0 ? [origin.name] : [];
    }),
  ];
}

/**
 * @param {string} text
 * @param {string} file
 * @returns {SourceCodeLike | undefined} Undefined for a file that does not parse: it is reported
 *   when it is its own turn.
 */
export function parseSibling(text, file) {
  try {
    const sourceCode = createSourceCode(text.replace(/^\uFEFF/u, ''), file);
    // They are built when they are asked for, which deeply nested code may be too deep for.
    return sourceCode.scopeManager ? sourceCode : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

/** @typedef {{ key: string, value: TSESTree.Node }} Export Its key is '' for the export itself. */

/** @type {(sourceCode: SourceCodeLike) => readonly Export[]} What the file exports by its statements. */
export const exportsOf = oncePerFile((sourceCode) => [...readExports(sourceCode)]);

/**
 * @param {SourceCodeLike} sourceCode
 * @yields {Export}
 * @returns {Generator<Export, void, undefined>}
 */
function* readExports(sourceCode) {
  for (const { left, right } of nodesOfType(sourceCode, 'AssignmentExpression')) {
    const key = left.type === 'MemberExpression' ? readExportKey(left) : undefined;
    if (key !== undefined) {
      const value = assignedLast(right);
      yield { key, value };
      yield* propertiesOf(key, value);
    }
  }
  for (const { declaration, specifiers } of nodesOfType(sourceCode, 'ExportNamedDeclaration')) {
    if (declaration?.type === 'FunctionDeclaration' && declaration.id) {
      yield { key: declaration.id.name, value: declaration };
    } else if (declaration?.type === 'VariableDeclaration') {
      for (const { id, init } of declaration.declarations) {
        if (id.type === 'Identifier') {
          // One that may be written is what it is given last.
          yield { key: id.name, value: declaration.kind === 'const' && init ? init : id };
        }
      }
    }
    for (const specifier of specifiers) {
      const { exported, local } = specifier;
      const name = exported.type === 'Identifier' ? exported.name : exported.value;
      // export load, * as lib from './load';
      yield { key: name === 'default' ? '' : name, value: local ?? specifier };
    }
  }
  for (const { declaration } of nodesOfType(sourceCode, 'ExportDefaultDeclaration')) {
    yield { key: '', value: declaration };
    yield* propertiesOf('', declaration);
  }
}

/**
 *     module.exports = exports = { load };
 *
 * @param {TSESTree.Expression} value
 * @returns {TSESTree.Expression} What a row of assignments gives to each of its targets.
 */
export function assignedLast(value) {
  return value.type === 'AssignmentExpression' && value.operator === '='
    ? assignedLast(value.right)
    : value;
}

/**
 * @param {string} prefix '' for what is exported itself.
 * @param {string} key
 * @returns {string}
 */
export function joinKeys(prefix, key) {
  return [prefix, key].filter(Boolean).join('.');
}

/**
 * @param {string} prefix
 * @param {TSESTree.Node} value
 * @returns {Generator<{ key: string, value: TSESTree.Node }, void, undefined>}
 */
export function* propertiesOf(prefix, value) {
  /** @type {string[]} */
  const before = [];
  for (const property of value.type === 'ObjectExpression' ? value.properties : []) {
    if (property.type === 'Property' && !property.computed) {
      const { key: name } = property;
      const own = name.type === 'Identifier' ? name.name : String(/** @type {any} */ (name).value);
      const key = joinKeys(prefix, own);
      before.push(key);
      yield { key, value: property.value };
    } else {
      // { load, ...others }: they may hold another of that name.
      yield* before.map((key) => ({ key, value: property }));
    }
  }
}

/**
 * @param {TSESTree.MemberExpression} node
 * @returns {string | undefined} '' for `module.exports` and `exports.default`, the key for
 *   `exports.key` and `module.exports.key`.
 */
function readExportKey(node) {
  const key = readKey(node);
  const { object } = node;
  if (object.type === 'Identifier' && object.name === 'module' && key === 'exports') {
    return '';
  }
  const isExports =
    (object.type === 'Identifier' && object.name === 'exports') ||
    (object.type === 'MemberExpression' && readExportKey(object) === '');
  return isExports && key !== undefined ? (key === 'default' ? '' : key) : undefined;
}

/**
 * @param {string} specifier
 * @returns {string} Without the query of `import('./load.js?again')`.
 */
export function withoutQuery(specifier) {
  const [path = ''] = specifier.split('?', 1);
  return path;
}
