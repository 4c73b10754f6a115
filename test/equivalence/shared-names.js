import MagicString from 'magic-string';
import { createSourceCode } from '../../core/source/source-code.js';
import { filesOf, isProject, joinFiles } from './files.js';
import { isSource, parses } from './load.js';
import { hash } from './scenario.js';

/**
 * @import { Scope, Variable } from '@typescript-eslint/scope-manager'
 * @import { TSESTree } from '@typescript-eslint/types'
 *
 * @typedef {object} Renaming
 * @property {Variable} variable
 * @property {string} name
 */

/** How many variables of a program get another's name at the most. */
const MOST = 8;

/** What converted code refers to, or calls what it needs a name for. */
const OF_OUTPUT = [
  'Object',
  'process',
  'util',
  'promisify',
  'fs',
  'setImmediate',
  'setTimeout',
  'err',
  'error',
  'value',
  'values',
  'result',
  'resolve',
  'reject',
  'once',
  'i',
];

/**
 * Of four renamings one takes such a name: where `Promise` is a variable, little is converted.
 *
 * @param {string} turn
 * @returns {boolean}
 */
const isOneOfFour = (turn) => hash(turn, 7) % 4 === 0;

/** What reads names at run time. */
const READS_NAMES = /\b(?:eval|Function|with)\b/u;

/**
 * Programs in which inner variables have the names of those around them, as people write them: `err` in
 * `err`, `file` in `file`. They do what they did: nothing within the inner one's scope means the outer.
 *
 *     load((err, found) => read(found, (err2, text) => cb(err2, text)))
 *       ->  load((err, found) => read(found, (err, found) => cb(err, found)))
 *
 * Some have the name of something that converted code needs: `Promise`, `loadAsync`.
 *
 * @param {string} text Of a program.
 * @param {(turn: string) => boolean} [isOfOutput] Which renamings take such a name.
 * @returns {string} The same text for the same program.
 */
export function withSharedNames(text, isOfOutput = isOneOfFour) {
  // Shrinking may take too much.
  if (!parses(text)) return text;
  if (!isProject(text)) return inFile(text, isOfOutput);
  const files = filesOf(text);
  return joinFiles(
    files.map(({ path, text: own }) => ({
      path,
      text: isSource(path) ? inFile(own, isOfOutput, path) : own,
    })),
  );
}

/**
 * @param {string} text
 * @param {(turn: string) => boolean} isOfOutput
 * @param {string} [path]
 * @returns {string}
 */
function inFile(text, isOfOutput, path) {
  let written = text;
  for (let turn = 0; turn < MOST && !READS_NAMES.test(text); turn += 1) {
    const namesFor = isOfOutput(`${text} ${turn}`) ? namesOfOutput : namesAround;
    const possible = renamingsOf(written, namesFor, path);
    const chosen = possible[hash(`${text} ${turn}`, 5) % Math.max(possible.length, 1)];
    const renamed = chosen ? rename(written, chosen) : written;
    // `catch (error) { let error; }`
    if (parses(path === undefined ? renamed : joinFiles([{ path, text: renamed }])))
      written = renamed;
  }
  return written;
}

/**
 * @param {string} text
 * @param {(scope: Scope) => string[]} namesFor
 * @param {string} [path]
 * @returns {Renaming[]} All that change nothing but names.
 */
function renamingsOf(text, namesFor, path) {
  const scopes = /** @type {Scope[]} */ (createSourceCode(text, path).scopeManager?.scopes ?? []);
  return scopes.flatMap((scope) =>
    scope.variables.filter(isRenamed).flatMap((variable) =>
      namesFor(scope)
        .filter((name) => isFree(variable, name))
        .map((name) => ({ variable, name })),
    ),
  );
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether nothing but the code sees its name; that of a function is its own.
 */
function isRenamed({ defs, identifiers, scope }) {
  return (
    scope.upper !== null &&
    identifiers.length > 0 &&
    defs.every(
      ({ type, node }) =>
        type === 'Parameter' ||
        type === 'CatchClause' ||
        (type === 'Variable' &&
          !/(?:Function|Class)/u.test(/** @type {any} */ (node).init?.type ?? '')),
    )
  );
}

/**
 * @param {Scope} scope
 * @returns {string[]} The names of the variables around it.
 */
function namesAround(scope) {
  /** @type {Set<string>} */
  const names = new Set();
  for (let outer = scope.upper; outer; outer = outer.upper) {
    for (const { name, defs } of outer.variables) {
      if (defs.length > 0) names.add(name);
    }
  }
  return [...names];
}

/**
 * @param {Scope} scope
 * @returns {string[]} What code that is written into it may refer to.
 */
function namesOfOutput(scope) {
  /** @type {string[]} */
  const ofFunctions = [];
  for (let outer = /** @type {Scope | null} */ (scope); outer; outer = outer.upper) {
    for (const { name, defs } of outer.variables) {
      if (defs.some(({ type }) => type === 'FunctionName')) ofFunctions.push(`${name}Async`);
    }
  }
  // A library of promises, around what is converted, would be one to wait for.
  const isInnermost = scope.childScopes.every(({ type }) => type !== 'function');
  return [...OF_OUTPUT, ...(isInnermost ? ['Promise'] : []), ...ofFunctions];
}

/**
 * @param {Variable} variable
 * @param {string} name
 * @returns {boolean} Whether nothing in the variable's scope has the name, or means what has it.
 */
function isFree({ name: own, references, scope }, name) {
  if (own === name || scope.set.has(name)) return false;
  const isUsed = scopesWithin(scope).some((inner) =>
    inner.references.some(
      ({ identifier, resolved }) =>
        identifier.name === name && (!resolved || !isInside(resolved.scope, scope)),
    ),
  );
  return !isUsed && references.every(({ from }) => !isHidden(from, scope, name));
}

/**
 * @param {Scope} from
 * @param {Scope} scope
 * @param {string} name
 * @returns {boolean} Whether a scope between the two has a variable of that name.
 */
function isHidden(from, scope, name) {
  for (
    let inner = /** @type {Scope | null} */ (from);
    inner && inner !== scope;
    inner = inner.upper
  ) {
    if (inner.set.has(name)) return true;
  }
  return false;
}

/**
 * @param {Scope} scope
 * @returns {Scope[]} It, and all within it.
 */
function scopesWithin(scope) {
  return [scope, ...scope.childScopes.flatMap(scopesWithin)];
}

/**
 * @param {Scope} scope
 * @param {Scope} outer
 * @returns {boolean}
 */
function isInside(scope, outer) {
  for (let each = /** @type {Scope | null} */ (scope); each; each = each.upper) {
    if (each === outer) return true;
  }
  return false;
}

/**
 * @param {string} text
 * @param {Renaming} renaming
 * @returns {string}
 */
function rename(text, { variable, name }) {
  const written = new MagicString(text);
  const nodes = new Set([
    ...variable.identifiers,
    ...variable.references.map(({ identifier }) => identifier),
  ]);
  for (const node of /** @type {Set<TSESTree.Identifier>} */ (nodes)) {
    // A type may stand behind it.
    const [start] = node.range;
    const end = start + node.name.length;
    // { found }, { found = 1 }
    const holder = node.parent.type === 'AssignmentPattern' ? node.parent.parent : node.parent;
    const isShorthand = holder.type === 'Property' && holder.shorthand;
    written.overwrite(start, end, isShorthand ? `${node.name}: ${name}` : name);
  }
  return written.toString();
}
