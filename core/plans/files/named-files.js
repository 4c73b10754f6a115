/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { dirname, resolve } from '#project-facts';

import { readKey, readString, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { readProject } from '../../analysis/environment/project.js';
import { constantOf, globalReferences } from '../../analysis/syntax/scopes.js';
import { resolveOwnFiles } from '../../codemod/siblings.js';
import { normalize } from '../../contract/posix-paths.js';
import { isBuiltin } from '../../packages/builtin-modules.js';

/**
 * Files that a file names otherwise than in an import or a `require`, and so may load:
 *
 *     proxyquire('../lib/load', {})    require(path.join(__dirname, 'routes', name))
 *     fork(__dirname + '/worker.js')   fs.readdirSync(path.join(__dirname, 'routes'))
 *
 * or by a name that a compiler or a build makes a file of: `import { load } from '@/lib/load'`.
 */

/** Functions that tell what a folder holds. */
const READS_FOLDER = /readdir|glob|walk|scan/iu;

/** The endings that `require` adds to a name. */
const LOADED = '(?:\\.\\w+)?(?:/index\\.\\w+)?$';

/** Stands for what is known at run time only. */
const ANYTHING = '\0';

const MOST_STEPS = 9;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} path
 * @param {{ files: readonly string[], names: ReadonlySet<string> }} known The files of the project, and
 *   the modules that the file imports.
 * @returns {string[]}
 */
export function namedFiles(sourceCode, path, { files, names }) {
  const named = nodesOfType(sourceCode, 'Literal').flatMap((node) =>
    typeof node.value === 'string' &&
    !/\s/u.test(node.value) &&
    /\w/u.test(node.value) &&
    !isLoaded(sourceCode, node)
      ? resolveOwnFiles(path, node.value)
      : [],
  );
  const called = (/** @type {RegExp} */ names) =>
    nodesOfType(sourceCode, 'CallExpression')
      .filter(({ callee }) => {
        const name = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
        return names.test(callee.type === 'Identifier' ? callee.name : (name ?? ''));
      })
      .map(({ arguments: [first] }) => first);
  const patterns = [
    ...[
      ...called(/require|import/iu),
      ...nodesOfType(sourceCode, 'ImportExpression').map(({ source }) => source),
    ].flatMap((node) =>
      node && readString(node) === undefined
        ? (toPattern(sourceCode, node, path, LOADED) ?? [])
        : [],
    ),
    // One that is kept may be given to `require` later: `require(options.generator)`.
    ...pathsBelow(sourceCode).flatMap((node) => toPattern(sourceCode, node, path, LOADED) ?? []),
    ...called(READS_FOLDER).flatMap((node) =>
      node ? (toPattern(sourceCode, node, path, '/') ?? []) : [],
    ),
  ];
  const { dependencies } = readProject(path);
  const stems = [...names]
    .filter((name) => {
      const [owner = '', second = ''] = name.split('/');
      const isPackage =
        isBuiltin(name) || (owner.startsWith('@') ? `${owner}/${second}` : owner) in dependencies;
      return !isPackage && resolveOwnFiles(path, name).length === 0;
    })
    .map(stemOf);
  return [
    ...named,
    ...(stems.length > 0 ? files.filter((file) => stems.includes(stemOf(file))) : []),
    ...files.filter((file) => patterns.some((pattern) => pattern.test(file.replaceAll('\\', '/')))),
  ];
}

/**
 * @param {string} file
 * @returns {string | undefined} The last name of its path, but for `index`.
 */
function stemOf(file) {
  return file
    .replace(/\.[cm]?[jt]sx?$/u, '')
    .replace(/[/\\]index$/u, '')
    .split(/[/\\]/u)
    .at(-1);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is the name of an import.
 */
function isLoaded(sourceCode, { parent }) {
  return (
    /^(?:Import|Export)/u.test(parent?.type ?? '') ||
    (parent?.type === 'CallExpression' && resolveOrigin(sourceCode, parent)?.kind === 'module')
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {TSESTree.Node[]} `path.join(__dirname, 'worker.js')`, `__dirname + '/worker.js'`
 */
function pathsBelow(sourceCode) {
  return globalReferences(sourceCode, '__dirname').flatMap((name) => {
    /** @type {TSESTree.Node} */
    let node = name;
    while (node.parent && isPathOf(node, node.parent)) {
      node = node.parent;
    }
    return node === name ? [] : [node];
  });
}

/**
 * @param {TSESTree.Node} part
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isPathOf(part, node) {
  switch (node.type) {
    case 'BinaryExpression':
      return node.operator === '+';
    case 'TemplateLiteral':
      return true;
    case 'CallExpression':
      return (
        node.callee !== part &&
        node.callee.type === 'MemberExpression' &&
        /^(?:join|normalize|resolve)$/u.test(readKey(node.callee) ?? '')
      );
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {string} path
 * @param {string} ending The text that has to follow, as the source of a pattern.
 * @returns {RegExp | undefined} The files that it may stand for; undefined if it says nothing of them.
 */
function toPattern(sourceCode, node, path, ending) {
  const [known = ''] = textOf(sourceCode, node, MOST_STEPS).split('*', 1);
  const text = known.replace(/^\.$/u, './');
  const isFound = /^\.{0,2}\//u.test(text);
  const whole = isFound
    ? resolve(dirname(path), text).replaceAll('\\', '/')
    : normalize(text).split('../').at(-1);
  if (ending === '/') {
    return isFound ? new RegExp(`^${escape(whole ?? '')}/`, 'u') : undefined;
  }
  if (!whole || !/\w/u.test(text)) {
    return isFound && whole ? new RegExp(`^${escape(whole)}`, 'u') : undefined;
  }
  return new RegExp(`${isFound ? '^' : '(?:^|/)'}${escape(whole)}${ending}`, 'u');
}

/** @param {string} text */
const escape = (text) => text.replace(/[$()*+.?[\\\]^{|}]/gu, '\\$&').replaceAll(ANYTHING, '.*');

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} node
 * @param {number} steps
 * @returns {string} What it gives, as far as the code shows it.
 */
function textOf(sourceCode, node, steps) {
  const read = (/** @type {TSESTree.Node | undefined} */ each) =>
    textOf(sourceCode, each, steps - 1);
  if (!node || steps === 0) {
    return ANYTHING;
  }
  switch (node.type) {
    case 'Literal':
      return String(node.value);
    case 'TemplateLiteral':
      return node.quasis
        .map(({ value }, index) => (index > 0 ? read(node.expressions[index - 1]) : '') + value.raw)
        .join('');
    case 'BinaryExpression':
      return read(node.left) + read(node.right);
    case 'NewExpression':
      return read(node.arguments[0]);
    case 'MemberExpression':
      return read(node.object);
    case 'CallExpression': {
      const { callee } = node;
      const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
      const isPath = key === 'join' || (key === 'resolve' && node.arguments.length > 1);
      return isPath ? node.arguments.map(read).join('/') : read(node.arguments[0]);
    }
    case 'Identifier': {
      if (node.name === '__dirname') {
        return '.';
      }
      const constant = constantOf(sourceCode, node);
      return constant ? read(constant) : ANYTHING;
    }
    default:
      return ANYTHING;
  }
}
