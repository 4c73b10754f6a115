/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Origin } from './modules.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../syntax/facts.js';
import { isCoreModule } from '../apis/core-promise-apis.js';
import { moduleName, readKey, readString, resolveOrigin } from './modules.js';
import { nodesOfType } from '../syntax/nodes.js';

/**
 * `fs.stat =`, `stub(fs, 'stat'`, `{ fs: {`, `mock('fs'`: what a text has that gives a module other members.
 */
const REPLACING =
  /mock(?:(?!mock)\w)*\s*\(\s*['"](?:node:)?(?:fs|child_process|crypto|dns|zlib)\b|\bassign\s*\(\s*(?:fs|child_?process|cp|crypto|dns|zlib)\b|proxyquire|esmock|require-inject|__set__|__Rewire__/iu;
const REPLACED = /\b(\w+)(?=['"]?\s*(?:\.\s*\w+\s*=(?![=>])|,\s*(?:['"]\w|\{)|:\s*\{))/gu;
const MODULE = /fs|child_?process|cp|crypto|dns|zlib/iu;
/** `fs.readFileAsync =`, `'readFileAsync'`, `readFileAsync:`: names that `promisifyAll` gives, too. */
const PROMISIFIED_REPLACED = /\.\w+Async\s*=(?![=>])|\wAsync(?:['"]|\s*:)/u;

/** `jest.mock('fs')`, `vi.mock('fs', …)`, `mockery.registerMock('fs', stub)`, `mock('fs', stub)` of mock-require. */
const MOCKS = /^(?:doMock|mock|registerMock|unstable_mockModule)$/u;

/** The packages that load a module with replacements for its own imports: `proxyquire('./size', { fs: stand })`. */
const LOADERS = /\b(?:proxyquire|esmock|require-inject)\b/u;

/** The methods that give a variable of a module another value: `rewired.__set__('fs', { stat })`. */
const REWIRES = /^__(?:set|Rewire)__$/u;

/** Modules of Node that are mostly in variables of other names. */
const ALIASES = new Map([
  ['childProcess', 'child_process'],
  ['cp', 'child_process'],
]);

/** Where functions of Node come from that are in variables of their own. */
const SOURCES = ['fs', 'child_process', 'crypto', 'dns', 'zlib'];

/** Stands for all members of a module. */
const ALL = '*';

/**
 * @param {string} text
 * @returns {boolean}
 */
export function mayReplaceMembers(text) {
  return (
    REPLACING.test(text) ||
    PROMISIFIED_REPLACED.test(text) ||
    (MODULE.test(text) && [...text.matchAll(REPLACED)].some(([, name = '']) => MODULE.test(name)))
  );
}

/**
 * Members of modules that the file gives other values, tests among them: `fs.stat = …`,
 * `sinon.stub(fs, 'stat')`, `proxyquire('./size', { fs: { stat } })`
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlySet<string>}
 */
export const replacedMembers = oncePerFile((sourceCode) => {
  const hasLoader = LOADERS.test(sourceCode.text);
  /** @type {Set<string>} */
  const members = new Set();
  const add = (/** @type {string} */ name) => members.add(name);
  for (const { left } of nodesOfType(sourceCode, 'AssignmentExpression')) {
    const origin = left.type === 'MemberExpression' ? resolveOrigin(sourceCode, left) : undefined;
    if (origin?.kind === 'module') {
      add(nameOf(origin));
    }
  }
  for (const call of nodesOfType(sourceCode, 'CallExpression')) {
    stubbedBy(sourceCode, call).forEach(add);
    mockedBy(call).forEach(add);
    rewiredBy(call).forEach(add);
    if (hasLoader) {
      stoodInBy(call).forEach(add);
    }
  }
  for (const property of nodesOfType(sourceCode, 'Property')) {
    standIns(property).forEach(add);
  }
  promisifiedNames(sourceCode).forEach((name) => add(`${ALL}.${name}`));
  return members;
});

/** The name that `promisifyAll` gives a method. */
const PROMISIFIED = /^[\w$]+Async$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string[]} `readFileAsync` for `fs.readFileAsync = …`, `stub(fs, 'readFileAsync')` and
 *   `{ readFileAsync: … }`, whatever object that is: `promisifyAll` gives it to more than one.
 */
function promisifiedNames(sourceCode) {
  const assigned = nodesOfType(sourceCode, 'AssignmentExpression').map(({ left }) =>
    left.type === 'MemberExpression' ? readKey(left) : undefined,
  );
  const stubbed = nodesOfType(sourceCode, 'CallExpression').map(
    ({ arguments: [object, member] }) => object && member && readString(member),
  );
  const given = nodesOfType(sourceCode, 'Property')
    .filter(({ parent }) => parent.type === 'ObjectExpression')
    .map((property) => keyOf(property));
  return [...assigned, ...stubbed, ...given].filter(
    /** @returns {name is string} */
    (name) => name !== undefined && PROMISIFIED.test(name),
  );
}

/**
 * @param {PatternContext} context
 * @param {string} key Of a method that `promisifyAll` adds: `readFileAsync`.
 * @returns {boolean} Whether the file, or another of the project, gives some object another one of the name.
 */
export function isPromisifiedReplaced({ sourceCode, isReplacedElsewhere }, key) {
  const name = `${ALL}.${key}`;
  return replacedMembers(sourceCode).has(name) || isReplacedElsewhere?.(name) === true;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {string[]} `fs.stat` for `stub(fs, 'stat', …)` and `Object.assign(fs, { stat })`; `fs.*` for
 *   `Object.assign(fs, patches)`
 */
function stubbedBy(sourceCode, { callee, arguments: [object, ...given] }) {
  const origin = object?.type === 'Identifier' ? resolveOrigin(sourceCode, object) : undefined;
  if (origin?.kind !== 'module' || !isCoreModule(origin)) {
    return [];
  }
  const [member] = given;
  const isAssigned =
    callee.type === 'MemberExpression' &&
    /^(?:assign|defineProperties)$/u.test(readKey(callee) ?? '');
  const areSeen = given.every(
    (each) =>
      each.type === 'ObjectExpression' &&
      each.properties.every(({ type }) => type !== 'SpreadElement'),
  );
  if (isAssigned && !areSeen) {
    return [`${nameOf(origin)}.${ALL}`];
  }
  const keys =
    member?.type === 'Literal'
      ? [member]
      : (isAssigned ? given : [member]).flatMap((each) =>
          each?.type === 'ObjectExpression'
            ? each.properties.map((part) => 'key' in part && part.key)
            : [],
        );
  return keys.map((key) => {
    const { name, value } = /** @type {any} */ (key || {});
    return `${nameOf(origin)}.${name ?? value}`;
  });
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {string[]} `fs.*` for `jest.mock('fs')`
 */
function mockedBy({ callee, arguments: [module] }) {
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  const specifier = module && readString(module);
  return specifier !== undefined && name.type === 'Identifier' && MOCKS.test(name.name)
    ? [`${moduleName(specifier)}.${ALL}`]
    : [];
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {string[]} `fs.*` for `rewired.__set__('fs', { stat })`, `fs.stat` for `__set__({ stat })`, and
 *   the name of the variable.
 */
function rewiredBy({ callee, arguments: [first] }) {
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  if (!first || name.type !== 'Identifier' || !REWIRES.test(name.name)) {
    return [];
  }
  const keys =
    first.type === 'ObjectExpression'
      ? first.properties.map((each) => (each.type === 'Property' ? keyOf(each) : ''))
      : [readString(first) ?? ''];
  return keys.flatMap((key) => {
    const [variable = '', member = ALL] = key.split('.');
    return [
      `${ALIASES.get(variable) ?? variable}.${member}`,
      ...SOURCES.map((module) => `${module}.${variable}`),
      variableName(variable),
    ];
  });
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {string[]} `fs.*` for `proxyquire('./size', { fs: stand })`, which does not say what of it.
 */
function stoodInBy({ arguments: [path, modules] }) {
  return path && readString(path) !== undefined && modules?.type === 'ObjectExpression'
    ? modules.properties.flatMap((property) =>
        property.type === 'Property' && property.value.type !== 'ObjectExpression'
          ? [`${moduleName(keyOf(property))}.${ALL}`]
          : [],
      )
    : [];
}

/**
 * @param {TSESTree.Property} property
 * @returns {string}
 */
function keyOf({ key }) {
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
}

/**
 * @param {TSESTree.Property} property
 * @returns {string[]} `fs.stat` for `fs: { stat: … }`
 */
function standIns(property) {
  const { value } = property;
  const name = keyOf(property);
  return value.type === 'ObjectExpression' && isCoreModule({ kind: 'module', name, path: [] })
    ? value.properties.flatMap((each) =>
        each.type === 'Property' && each.key.type === 'Identifier'
          ? [`${name}.${each.key.name}`]
          : [],
      )
    : [];
}

/**
 * @param {PatternContext} context
 * @param {Origin | undefined} origin Of a function.
 * @returns {boolean} Whether its promise form would be that of the function that was there before.
 */
export function isReplaced({ sourceCode, isReplacedElsewhere }, origin) {
  return (
    origin !== undefined &&
    [nameOf(origin), `${origin.name}.${ALL}`].some(
      (name) => replacedMembers(sourceCode).has(name) || isReplacedElsewhere?.(name) === true,
    )
  );
}

/**
 * @param {PatternContext} context
 * @param {string} name Of a variable of the file.
 * @returns {boolean} Whether a test gives it another value: `rewired.__set__('load', stub)`.
 */
export function isRewired({ isReplacedElsewhere }, name) {
  return isReplacedElsewhere?.(variableName(name)) === true;
}

/** @param {string} name */
const variableName = (name) => `=${name}`;

/** @param {Origin} origin */
function nameOf({ name, path }) {
  return [name, ...path].join('.');
}
