/**
 * Counts coroutines by a detection of its own, so that what the codemods find can be held against
 * it: a plain walk over a plain parse, names only, no scopes and nothing of `core/`.
 *
 * Usage: node test/trials/count-coroutines.js DIRECTORY [PATH ...]
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { listSourceFiles, nodesIn, parsePlainly } from '../plain-parse.js';

/** @import { Node } from '../plain-parse.js' */

/**
 * @typedef {object} GeneratorFound
 * @property {string} file Relative to the project.
 * @property {number} line
 * @property {number} end Where the function ends, as an offset.
 * @property {string} name The function's name, its key or the variable it is given to; '' when none.
 * @property {string} reach How it gets to what runs it, e.g. `co.wrap`, `app.use`, `named`.
 * @property {string[]} yields The shape of each `yield`'s operand, `*` before a delegate's.
 *
 * @typedef {object} RunnerFound
 * @property {string} file
 * @property {number} line
 * @property {string} runner The text of the callee, e.g. `co.wrap`.
 * @property {string} argument The shape of the first argument that may be run.
 */

const RUNNER =
  /^(?:co|thunkify|unyield|regenerator\.\w+)$|^(?:co|bco|cowrap)\.(?:wrap|call|apply)$|\.coroutine$|^coroutine$|\.(?:async|spawn)$|(?:^|\.)__awaiter$|(?:^|\.)_?asyncToGenerator$|^(?:_?asyncToGenerator2?)\.default$|\.(?:use|get|post|put|delete|del|patch|all|param|register|callFn|toAsyncFunction)$/u;

const SOURCES = { names: /\.(?:[cm]?js|jsx|tsx?)$/u };

/**
 * @param {string} root The project's directory.
 * @param {readonly string[]} paths Files and directories in it, relative.
 * @returns {{ generators: GeneratorFound[], runners: RunnerFound[], unparsed: string[] }}
 */
export function countCoroutines(root, paths) {
  /** @type {{ generators: GeneratorFound[], runners: RunnerFound[], unparsed: string[] }} */
  const found = { generators: [], runners: [], unparsed: [] };
  for (const file of paths.flatMap((each) => listSourceFiles(path.join(root, each), SOURCES))) {
    const source = readFileSync(file, 'utf8');
    if (
      !/function\s*\*|\*\s*[\w$[]+\s*\(|yield|\bco\b|coroutine|asyncToGenerator|__awaiter/u.test(
        source,
      )
    ) {
      continue;
    }
    const name = path.relative(root, file);
    const tree = parsePlainly(source);
    if (tree) {
      collect(tree, source, name, found);
    } else {
      found.unparsed.push(name);
    }
  }
  return found;
}

/**
 * @param {Node} program
 * @param {string} source
 * @param {string} file
 * @param {{ generators: GeneratorFound[], runners: RunnerFound[] }} found
 */
function collect(program, source, file, found) {
  /** @type {{ node: Node, parents: readonly Node[], generator: GeneratorFound | undefined }[]} */
  const pending = [{ node: program, parents: [], generator: undefined }];
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { node, parents } = item;
    let { generator } = item;
    if (isFunction(node)) {
      generator = undefined;
      if (node['generator']) {
        generator = {
          file,
          line: node.loc.start.line,
          end: node.end,
          name: readName(node, parents[0], source),
          reach: readReach(node, parents, source),
          yields: [],
        };
        found.generators.push(generator);
      }
    } else if (node.type === 'YieldExpression') {
      const shape = readShape(asNode(node['argument']), source);
      generator?.yields.push(node['delegate'] ? `*${shape}` : shape);
    } else if (node.type === 'CallExpression') {
      const callee = asNode(node['callee']);
      const runner = callee ? source.slice(callee.start, callee.end).replace(/\s+/gu, ' ') : '';
      const functions = nodesIn(node['arguments']);
      const argument = functions.find(isFunction) ?? functions.at(-1);
      const isServer = /\.(?:use|get|post|put|delete|del|patch|all|param|register)$/u.test(runner);
      if (RUNNER.test(runner) && (!isServer || functions.some((each) => each['generator']))) {
        const line = node.loc.start.line;
        found.runners.push({ file, line, runner, argument: readShape(argument, source) });
      }
    }
    const inner = Object.values(node).flatMap(nodesIn);
    for (const child of inner.reverse()) {
      pending.push({ node: child, parents: [node, ...parents.slice(0, 3)], generator });
    }
  }
}

/** @param {unknown} value @returns {Node | undefined} */
function asNode(value) {
  return nodesIn(value)[0];
}

/** @param {Node} node */
function isFunction(node) {
  return /^(?:Function|ArrowFunction|ObjectMethod|ClassMethod|ClassPrivateMethod)/u.test(node.type);
}

/** @param {Node} node @param {Node | undefined} parent @param {string} source */
function readName(node, parent, source) {
  const named = asNode(node['id']) ?? asNode(node['key']);
  const holder = asNode(parent?.['id']) ?? asNode(parent?.['key']) ?? asNode(parent?.['left']);
  const target = named ?? holder;
  return target ? source.slice(target.start, target.end) : '';
}

/** @param {Node} node @param {readonly Node[]} parents @param {string} source */
function readReach(node, parents, source) {
  const [parent] = parents;
  if (parent?.type === 'CallExpression' && parent['callee'] !== node) {
    const callee = asNode(parent['callee']);
    return callee ? source.slice(callee.start, callee.end).replace(/\s+/gu, ' ') : '';
  }
  if (parent?.type === 'ReturnStatement') {
    return 'returned';
  }
  return node['id'] || node['key'] ? 'named' : (parent?.type ?? '');
}

/** @param {Node | undefined} node @param {string} source @returns {string} */
function readShape(node, source) {
  if (!node) {
    return 'nothing';
  }
  switch (node.type) {
    case 'CallExpression': {
      const callee = asNode(node['callee']);
      const text = callee ? source.slice(callee.start, callee.end).replace(/\s+/gu, '') : '';
      return `${text.length > 60 ? `…${text.slice(-40)}` : text}()`;
    }
    case 'Identifier':
    case 'MemberExpression':
    case 'ThisExpression':
      return source.slice(node.start, node.end).replace(/\s+/gu, '');
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node['generator'] ? 'function*' : 'function';
    default:
      return node.type;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [root = '.', ...paths] = process.argv.slice(2);
  process.stdout.write(
    `${JSON.stringify(countCoroutines(root, paths.length > 0 ? paths : ['.']), undefined, 2)}\n`,
  );
}
