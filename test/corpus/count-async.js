/**
 * Counts the calls of caolan's `async` by a detection of its own, so that what the codemod finds can
 * be held against it: a plain walk over a plain parse, names only, no scopes and nothing of `core/`.
 *
 * Usage: node test/corpus/count-async.js [--json FILE] [SPEC ...]
 *   Without a SPEC, every package of `packages.json`. It also converts the packages, each with a plan
 *   of its files, by default and with `--accept=timing-unobservable`, and counts what is left.
 */
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { parse } from '@babel/parser';

import { codemod } from '../../codemods/async-lib-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { listCorpus } from './files.js';

/** @typedef {{ type: string, [key: string]: any }} Node */

/**
 * @typedef {object} AsyncCall
 * @property {string} name Which function of `async`.
 * @property {number} line
 * @property {number} column From 1, as sites count.
 */

const MODULE = /^async(?:\/(\w+?)(?:\.js)?)?$/u;

/**
 * @param {string} source
 * @returns {AsyncCall[]}
 */
export function countAsync(source) {
  if (!/['"`]async(?:\/\w+)?(?:\.js)?['"`]/u.test(source)) {
    return [];
  }
  const { program } = parse(source, {
    sourceType: 'unambiguous',
    allowReturnOutsideFunction: true,
    errorRecovery: true,
    plugins: ['jsx', 'typescript'],
  });
  /** Names of the library. @type {Set<string>} */
  const libraries = new Set();
  /** Names of its functions. @type {Map<string, string>} */
  const functions = new Map();
  const root = /** @type {Node} */ (/** @type {unknown} */ (program));
  visit(root, (node) => readBinding(node, libraries, functions));
  /** @type {AsyncCall[]} */
  const calls = [];
  visit(root, (node) => {
    const name = node.type === 'CallExpression' ? nameOf(node['callee'], libraries, functions) : '';
    if (name !== '') {
      const { line, column } = node['loc'].start;
      calls.push({ name, line, column: column + 1 });
    }
  });
  return calls;
}

/**
 * @param {Node} node
 * @param {Set<string>} libraries
 * @param {Map<string, string>} functions
 */
function readBinding(node, libraries, functions) {
  if (node.type === 'ImportDeclaration') {
    const [, own] = MODULE.exec(node['source'].value) ?? [];
    for (const { type, local, imported } of MODULE.test(node['source'].value)
      ? node['specifiers']
      : []) {
      if (type === 'ImportSpecifier') {
        functions.set(local.name, imported.name);
      } else if (own === undefined) {
        libraries.add(local.name);
      } else {
        functions.set(local.name, own);
      }
    }
    return;
  }
  const [target, value] =
    node.type === 'VariableDeclarator'
      ? [node['id'], node['init']]
      : node.type === 'AssignmentExpression'
        ? [node['left'], node['right']]
        : [];
  const path = requirePath(value);
  if (path === undefined) {
    return;
  }
  if (target.type === 'ObjectPattern' && path === '') {
    for (const { key, value: local } of target.properties) {
      functions.set(local.name ?? local.left?.name, key.name);
    }
  } else if (target.type === 'Identifier' && path === '') {
    libraries.add(target.name);
  } else if (target.type === 'Identifier') {
    functions.set(target.name, path);
  }
}

/**
 * @param {Node | null | undefined} value
 * @returns {string | undefined} '' for `require('async')`, `each` for `require('async/each')` and
 *   `require('async').each`.
 */
function requirePath(value) {
  if (value?.type === 'MemberExpression' && requirePath(value['object']) === '') {
    return value['property'].name;
  }
  const [first] =
    value?.type === 'CallExpression' && value['callee'].name === 'require'
      ? value['arguments']
      : [];
  const match = MODULE.exec(first?.value ?? '');
  return match ? (match[1] ?? '') : undefined;
}

/**
 * @param {Node} callee
 * @param {ReadonlySet<string>} libraries
 * @param {ReadonlyMap<string, string>} functions
 * @returns {string}
 */
function nameOf(callee, libraries, functions) {
  if (callee.type === 'Identifier') {
    return functions.get(callee['name']) ?? '';
  }
  if (callee.type !== 'MemberExpression') {
    return '';
  }
  const { object, property, computed } = callee;
  const isLibrary =
    (object.type === 'Identifier' && libraries.has(object.name)) || requirePath(object) === '';
  return isLibrary && !computed ? property.name : '';
}

/** @param {Node} node @param {(node: Node) => void} each */
function visit(node, each) {
  each(node);
  for (const [key, child] of Object.entries(node)) {
    if (/(?:Comments|^loc|^extra)$/u.test(key)) {
      continue;
    }
    for (const value of [child].flat()) {
      if (typeof value?.type === 'string') {
        visit(value, each);
      }
    }
  }
}

/** What a package is converted with, by name. */
const CONVERSIONS = {
  byDefault: { node: '20' },
  callbackTiming: { node: '20', accept: 'timing-unobservable' },
};

/**
 * @typedef {object} Outcome
 * @property {number} converted
 * @property {Record<string, number>} left How many calls there are after the conversion, by the reason
 *   of the refusal.
 */

/**
 * Ranks the functions by their calls, and says how many of these conversions leave, and why.
 *
 * @param {readonly string[]} specs
 */
async function rank(specs) {
  /** @type {Map<string, number>} */
  const byName = new Map();
  /** @type {{ name: string, calls: number, byDefault: Outcome, callbackTiming: Outcome }[]} */
  const packages = [];
  for (const [name, files] of await listPackages(specs)) {
    const calls = files.flatMap((file) => file.calls);
    calls.forEach((call) => byName.set(call.name, (byName.get(call.name) ?? 0) + 1));
    if (calls.length > 0) {
      packages.push({
        name,
        calls: calls.length,
        byDefault: convertAll(files, CONVERSIONS.byDefault),
        callbackTiming: convertAll(files, CONVERSIONS.callbackTiming),
      });
    }
  }
  const total = sumOf(packages, ({ calls }) => calls);
  let covered = 0;
  const functions = [...byName].sort(byCount).map(([name, calls]) => {
    covered += calls;
    return { name, calls, covered: Number((covered / total).toFixed(3)) };
  });
  return {
    total,
    converted: {
      byDefault: sumOf(packages, ({ byDefault }) => byDefault.converted),
      callbackTiming: sumOf(packages, ({ callbackTiming }) => callbackTiming.converted),
    },
    functions,
    packages: packages.sort((left, right) =>
      byCount([left.name, left.calls], [right.name, right.calls]),
    ),
  };
}

/**
 * @template Each
 * @param {readonly Each[]} values
 * @param {(value: Each) => number} count
 */
function sumOf(values, count) {
  return values.reduce((sum, value) => sum + count(value), 0);
}

/** @typedef {import('../../core/codemod/convert.js').ProjectFile & { file: string, calls: AsyncCall[] }} CountedFile */

/**
 * @param {readonly string[]} specs
 * @returns {Promise<Map<string, CountedFile[]>>} The files of each package.
 */
async function listPackages(specs) {
  /** @type {Map<string, CountedFile[]>} */
  const packages = new Map();
  for (const { name: file, path } of await listCorpus(
    (spec) => specs.length === 0 || specs.includes(spec),
  )) {
    const source = await readFile(path, 'utf8');
    const spec = file.slice(0, file.indexOf('/', 1 + file.indexOf('@', 1)));
    const files = packages.get(spec) ?? [];
    files.push({ file, path, source, calls: safeCount(source, file) });
    packages.set(spec, files);
  }
  return packages;
}

/**
 * @param {readonly CountedFile[]} files Of one package.
 * @param {Record<string, unknown>} options
 * @returns {Outcome}
 */
function convertAll(files, options) {
  const plan = codemod.planProject(files, options);
  /** @type {Map<string, number>} */
  const left = new Map();
  let converted = 0;
  for (const { path, source, file, calls } of files.filter((each) => each.calls.length > 0)) {
    const result = convert({ path, source }, codemod, options, plan.factsFor(path));
    const rest = safeCount(result.source, file).length;
    const reasons = reasonsOf(calls, result.sites);
    // A call without a refusal that is there afterwards was not looked at.
    reasons.push(...Array(Math.max(0, rest - reasons.length)).fill('not found'));
    reasons.forEach((reason) => left.set(reason, (left.get(reason) ?? 0) + 1));
    converted += calls.length - rest;
  }
  return { converted, left: Object.fromEntries([...left].sort(byCount)) };
}

/**
 * @param {readonly AsyncCall[]} calls
 * @param {readonly import('../../core/codemod/convert.js').SiteResult[]} sites
 * @returns {string[]} Why the calls are left that are.
 */
function reasonsOf(calls, sites) {
  const reasons = new Map(sites.map(({ line, column, reason }) => [`${line}:${column}`, reason]));
  return calls.flatMap(({ line, column }) => reasons.get(`${line}:${column}`) ?? []);
}

/** @param {[string, number]} left @param {[string, number]} right */
function byCount([name, count], [otherName, other]) {
  return other - count || name.localeCompare(otherName);
}

/** @param {string} source @param {string} file */
function safeCount(source, file) {
  try {
    return countAsync(source);
  } catch (error) {
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
    return [];
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'string' } },
    allowPositionals: true,
  });
  const counted = await rank(positionals);
  if (values.json === undefined) {
    process.stdout.write(`${JSON.stringify(counted, undefined, 2)}\n`);
  } else {
    await writeFile(values.json, `${JSON.stringify(counted, undefined, 2)}\n`);
  }
}
