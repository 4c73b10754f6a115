/**
 * Counts what code uses of promise libraries by a detection of its own, so that what the codemod
 * finds can be held against it: a plain walk over a plain parse, names only, no scopes and nothing of
 * `core/`.
 *
 * Usage: node test/trials/count-promise-libraries.js DIRECTORY [PATH ...]
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { childrenOf, listSourceFiles, nodesIn, parsePlainly } from '../plain-parse.js';

/** @import { Node } from '../plain-parse.js' */

/**
 * @typedef {object} LibraryUse
 * @property {string} file Relative to the project.
 * @property {number} line 1-based.
 * @property {number[]} columns 1-based: where the call begins and, of a method, where its name does.
 * @property {'static' | 'method' | 'class'} sort A function of the library, a method of what it
 *   gives, or its class in any other place.
 * @property {string} name
 */

const LIBRARY =
  /^(?:any-promise|bluebird|es6-promise|native-promise-only|pinkie-promise|promise|q|rsvp|when)(?:\/.*)?$/u;

/** Methods that nothing but a promise of a library is likely to have. */
const TELLING =
  /^(?:asCallback|caught|fin|lastly|mapSeries|nodeify|reflect|spread|tap|tapCatch|thenResolve|thenReturn|thenThrow|thenReject|denodeify)$/u;

/** Methods that other objects have too. */
const AMBIGUOUS =
  /^(?:all|any|bind|call|cancel|catchReturn|catchThrow|delay|disposer|done|each|else|ensure|error|fail|filter|get|invoke|isFulfilled|isPending|isRejected|map|otherwise|post|progress|props|race|reason|reduce|return|some|throw|timeout|value|yield)$/u;

/** Runners of generators: `count-coroutines.js` counts those. */
const RUNNERS = /^(?:async|coroutine|spawn)$/u;

/**
 * @param {string} root The project's directory.
 * @param {readonly string[]} paths Files and directories in it, relative.
 * @returns {{ uses: LibraryUse[], unparsed: string[] }}
 */
export function countLibraryUses(root, paths) {
  /** @type {{ uses: LibraryUse[], unparsed: string[] }} */
  const found = { uses: [], unparsed: [] };
  for (const file of paths.flatMap((each) => listSourceFiles(path.join(root, each)))) {
    const source = readFileSync(file, 'utf8');
    const name = path.relative(root, file);
    const tree = parsePlainly(source);
    if (tree) {
      found.uses.push(...collect(tree, name));
    } else {
      found.unparsed.push(name);
    }
  }
  return found;
}

/**
 * @param {Node} program
 * @param {string} file
 * @returns {LibraryUse[]}
 */
function collect(program, file) {
  const nodes = walk(program);
  const { classes, members, promisified } = readNames(nodes);
  /** @type {(node: Node | undefined) => boolean} */
  const isClass = (node) =>
    node !== undefined &&
    ((node.type === 'Identifier' && classes.has(nameOf(node))) ||
      isRequire(node) ||
      (node.type === 'MemberExpression' &&
        keyOf(node) === 'Promise' &&
        isClass(child(node, 'object'))));
  /** @type {LibraryUse[]} */
  const uses = [];
  const add = (
    /** @type {LibraryUse['sort']} */ sort,
    /** @type {string} */ name,
    /** @type {Node} */ node,
    /** @type {Node} */ at = node,
  ) => {
    const { line } = at.loc.start;
    const columns = [node, at]
      .filter((each) => each.loc.start.line === line)
      .map((each) => each.loc.start.column + 1);
    uses.push({ file, line, columns, sort, name });
  };
  for (const { node, parents } of nodes) {
    const [parent, grandparent] = parents;
    const callee = child(node, 'callee');
    if (node.type === 'CallExpression' && callee) {
      const object = child(callee, 'object');
      const key = keyOf(callee);
      if (isClass(callee) && !isRequire(node)) {
        add('static', 'call', node);
      } else if (callee.type === 'Identifier' && members.has(nameOf(callee))) {
        add('static', members.get(nameOf(callee)) ?? '', node);
      } else if (key !== '' && isClass(object)) {
        add('static', key, node, node);
      } else if (
        object &&
        (TELLING.test(key) ||
          (AMBIGUOUS.test(key) && isPromiseChain(object, isClass, members)) ||
          (/Async$/u.test(key) && promisified.has(nameOf(object))))
      ) {
        add('method', key, node, child(callee, 'property') ?? node);
      }
    } else if (node.type === 'NewExpression' && isClass(callee)) {
      add('static', 'new', node);
    } else if (
      node.type === 'MemberExpression' &&
      isClass(child(node, 'object')) &&
      parent &&
      parent['callee'] !== node &&
      keyOf(node) !== 'Promise' &&
      !isDeclared(node, parent)
    ) {
      // Bluebird.resolve  handed on
      add('class', keyOf(node), node);
    } else if (
      node.type === 'Identifier' &&
      isClass(node) &&
      parent &&
      !isDeclared(node, parent) &&
      !isKey(node, parent) &&
      parent['callee'] !== node &&
      !(parent.type === 'MemberExpression' && parent['object'] === node) &&
      !(grandparent?.type === 'ImportDeclaration')
    ) {
      add('class', nameOf(node), node);
    }
  }
  return uses
    .filter(({ sort, name }) => sort === 'method' || !RUNNERS.test(name))
    .sort((left, right) => left.line - right.line);
}

/**
 * @param {{ node: Node, parents: readonly Node[] }[]} nodes
 * @returns {{ classes: Set<string>, members: Map<string, string>, promisified: Set<string> }} The
 *   names of the library, of its functions, and of what `promisifyAll` was given.
 */
function readNames(nodes) {
  /** @type {Set<string>} */
  const classes = new Set();
  /** @type {Map<string, string>} */
  const members = new Map();
  /** @type {Set<string>} */
  const promisified = new Set();
  const bind = (/** @type {Node | undefined} */ target, /** @type {string} */ key) => {
    if (target?.type === 'Identifier') {
      if (key === '' || key === 'Promise' || key === 'default') {
        classes.add(nameOf(target));
      } else {
        members.set(nameOf(target), key);
      }
    } else if (target?.type === 'ObjectPattern') {
      for (const property of nodesIn(target['properties'])) {
        bind(child(property, 'value'), nameOf(child(property, 'key')));
      }
    }
  };
  for (const { node } of nodes) {
    const target = child(node, 'id') ?? child(node, 'left');
    const value = child(node, 'init') ?? child(node, 'right');
    if (isRequire(value)) {
      bind(target, '');
    } else if (value?.type === 'MemberExpression' && isRequire(child(value, 'object'))) {
      bind(target, keyOf(value));
    } else if (
      value?.type === 'CallExpression' &&
      keyOf(child(value, 'callee')) === 'promisifyAll' &&
      target
    ) {
      promisified.add(nameOf(target));
    }
    if (node.type === 'CallExpression' && keyOf(child(node, 'callee')) === 'promisifyAll') {
      promisified.add(nameOf(nodesIn(node['arguments'])[0]));
    }
    if (node.type === 'ImportDeclaration' && LIBRARY.test(textOf(child(node, 'source')))) {
      for (const specifier of nodesIn(node['specifiers'])) {
        bind(child(specifier, 'local'), nameOf(child(specifier, 'imported')));
      }
    }
  }
  return { classes, members, promisified };
}

/**
 * @param {Node} node
 * @param {(node: Node | undefined) => boolean} isClass
 * @param {Map<string, string>} members
 * @returns {boolean} Whether the expression is a chain on a promise, as far as names tell.
 */
function isPromiseChain(node, isClass, members) {
  if (node.type === 'NewExpression') {
    return isClass(child(node, 'callee'));
  }
  if (node.type !== 'CallExpression') {
    return false;
  }
  const callee = child(node, 'callee');
  const object = child(callee, 'object');
  if (isClass(callee) || (callee?.type === 'Identifier' && members.has(nameOf(callee)))) {
    return true;
  }
  if (!object || callee?.type !== 'MemberExpression') {
    return false;
  }
  const key = keyOf(callee);
  const isFactory = /^(?:coroutine|defer|denodeify|method|promisify|promisifyAll)$/u.test(key);
  return (
    (isClass(object) && !isFactory) ||
    key === 'then' ||
    key === 'catch' ||
    key === 'finally' ||
    TELLING.test(key) ||
    (AMBIGUOUS.test(key) && isPromiseChain(object, isClass, members))
  );
}

/** @param {Node | undefined} node `require('bluebird')` */
function isRequire(node) {
  return (
    node?.type === 'CallExpression' &&
    nameOf(child(node, 'callee')) === 'require' &&
    LIBRARY.test(textOf(nodesIn(node['arguments'])[0]))
  );
}

/** @param {Node} node @param {Node} parent Whether the node is where a name is declared, or its value. */
function isDeclared(node, parent) {
  return (
    (parent.type === 'VariableDeclarator' &&
      (parent['id'] === node || node.type === 'MemberExpression')) ||
    (parent.type === 'AssignmentExpression' && parent['left'] === node) ||
    /^Import/u.test(parent.type)
  );
}

/** @param {Node} node @param {Node} parent */
function isKey(node, parent) {
  return (
    (/^(?:Object|Class)(?:Property|Method)$/u.test(parent.type) &&
      parent['key'] === node &&
      !parent['shorthand']) ||
    (parent.type === 'MemberExpression' && parent['property'] === node)
  );
}

/** @param {Node} program @returns {{ node: Node, parents: readonly Node[] }[]} */
function walk(program) {
  /** @type {{ node: Node, parents: readonly Node[] }[]} */
  const found = [];
  /** @type {{ node: Node, parents: readonly Node[] }[]} */
  const pending = [{ node: program, parents: [] }];
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { node, parents } = item;
    found.push(item);
    for (const inner of childrenOf(node)) {
      pending.push({ node: inner, parents: [node, ...parents.slice(0, 1)] });
    }
  }
  return found;
}

/** @param {Node | undefined} node @param {string} key @returns {Node | undefined} */
function child(node, key) {
  return nodesIn(node?.[key])[0];
}

/** @param {Node | undefined} node */
function nameOf(node) {
  return node?.type === 'Identifier' ? String(node['name']) : '';
}

/** @param {Node | undefined} node The name of a plain member, else ''. */
function keyOf(node) {
  return node?.type === 'MemberExpression' && !node['computed']
    ? nameOf(child(node, 'property'))
    : '';
}

/** @param {Node | undefined} node The text of a string, else ''. */
function textOf(node) {
  return node?.type === 'StringLiteral' ? String(node['value']) : '';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [root = '.', ...paths] = process.argv.slice(2);
  process.stdout.write(
    `${JSON.stringify(countLibraryUses(root, paths.length > 0 ? paths : ['.']), undefined, 2)}\n`,
  );
}
