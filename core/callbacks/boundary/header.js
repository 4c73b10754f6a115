/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { TextEdit } from '../../edits/edit.js' */

import { oncePerFile, textHas } from '../../analysis/syntax/facts.js';
import { groupBy } from '../../analysis/syntax/group-by.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isEsModule, resolveOrigin } from '../../analysis/modules/modules.js';
import { findVariable, isTypeImport, moduleScope } from '../../analysis/syntax/scopes.js';
import { insertAfter } from '../../edits/edit.js';
import { hasOwnSemicolon, hasSemicolons } from '../../edits/leading-semicolons.js';
import { takeUniqueName } from '../../edits/names.js';
import { quoteMark } from '../../edits/quotes.js';
import { endOfLineComments, hasCommentBetween } from '../../edits/trivia.js';
import { isBuiltin } from '../../packages/builtin-modules.js';
import { endOfValue } from '../callees/presence.js';
import { mayRun, runsBetween } from '../timing/running-at-load.js';
import { isTyped } from './types.js';

/**
 * A declaration at the top of the file that converted code uses.
 *
 * @typedef {object} HeaderNeed
 * @property {'import' | 'constant'} kind
 * @property {string} name
 * @property {string} value The module, or the constant's initialiser.
 * @property {number} after Where at the earliest it may stand.
 * @property {string} [wanted] What it would be called if nothing else were.
 * @property {boolean} [isAdapter] Whether it makes a promise form of a function, which the file has to have for it.
 */

/** @type {(sourceCode: SourceCodeLike) => Map<object | string, string>} */
const namesByOwner = oncePerFile(() => new Map());

/**
 * A function may be planned several times; it gets the same name each time.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {object | string} owner What the name is for.
 * @param {string} preferred
 * @returns {string} A name that the file does not use for anything else.
 */
export function nameFor(sourceCode, owner, preferred) {
  const names = namesByOwner(sourceCode);
  let name = names.get(owner);
  if (name === undefined) {
    name = takeUniqueName(sourceCode, preferred);
    names.set(owner, name);
  }
  return name;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {{ name: string }} target A function of the file.
 * @returns {string} The name of its async form.
 */
export function asyncNameFor(sourceCode, target) {
  const base = target.name === '' ? 'runAsync' : `${target.name}Async`;
  return nameFor(sourceCode, target, base);
}

/** @type {(sourceCode: SourceCodeLike) => Map<string, HeaderNeed>} */
const needsByKey = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} key
 * @param {() => HeaderNeed} make
 * @returns {HeaderNeed} The same one for the same key.
 */
function needFor(sourceCode, key, make) {
  const needs = needsByKey(sourceCode);
  let need = needs.get(key);
  if (!need) {
    need = make();
    needs.set(key, need);
  }
  return need;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} place Where the module is used.
 * @param {Set<HeaderNeed>} needs Gets what is missing.
 * @returns {string} The name that Node's `util` has there.
 */
export function utilName(sourceCode, place, needs) {
  return moduleName(sourceCode, { module: 'util', preferred: 'util' }, place, needs);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} place Where the function is used.
 * @param {Set<HeaderNeed>} needs Gets what is missing.
 * @returns {string} `util.promisify`, as it is called there.
 */
export function promisifyName(sourceCode, place, needs) {
  const own = visibleBinding(sourceCode, PROMISIFY, place);
  return own ? own.name : `${utilName(sourceCode, place, needs)}.promisify`;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} key
 * @param {TSESTree.Node} place
 * @returns {Variable | undefined} The variable of the file, if its name means it there.
 */
function visibleBinding(sourceCode, key, place) {
  const found = moduleBindings(sourceCode).get(key);
  const isVisible =
    found && (place.type === 'Program' || findVariable(sourceCode, place, found.name) === found);
  // A statement of the file runs where it stands.
  const isThere =
    found && (place.parent?.type !== 'Program' || (endOfValue(found) ?? 0) <= place.range[0]);
  return isVisible && isThere ? found : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {{ module: string, preferred: string }} wanted One of Node's modules.
 * @param {TSESTree.Node} place Where the module is used.
 * @param {Set<HeaderNeed>} needs Gets what is missing.
 * @returns {string} The name that the module has there.
 */
export function moduleName(sourceCode, { module, preferred }, place, needs) {
  const existing = visibleBinding(sourceCode, module, place);
  if (existing) {
    return existing.name;
  }
  const need = needFor(sourceCode, module, () => ({
    kind: 'import',
    name: nameFor(sourceCode, module, preferred),
    value: module,
    after: 0,
  }));
  needs.add(need);
  return need.name;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {object} callee A function that is the same whenever it is read.
 * @param {string} callee.text
 * @param {Variable | undefined} callee.variable What it is read from.
 * @param {object} [callee.owner] Who has the name, if it is not the text.
 * @param {TSESTree.Node} callee.place Where it is used.
 * @param {string} [callee.type] What TypeScript has to be told of it.
 * @param {string} preferred
 * @param {Set<HeaderNeed>} needs
 * @returns {string} The name of its promisified form, made once at the top of the file.
 */
export function promisifiedName(
  sourceCode,
  { text: expression, variable, owner, place, type = '' },
  preferred,
  needs,
) {
  const promisify = promisifyName(sourceCode, sourceCode.ast, needs);
  const bindings = moduleBindings(sourceCode);
  const bound = bindings.get(PROMISIFY) ?? bindings.get('util');
  const made = variablesByValue(sourceCode).get(wordsOf(`${promisify}(${expression})`));
  if (made && findVariable(sourceCode, place, made.name) === made) {
    return made.name;
  }
  // What has no owner yet may get one once its function is refused, and the name with it.
  const key = `promisify ${owner ? 'own ' : ''}${expression}`;
  const need = needFor(sourceCode, key, () => ({
    kind: 'constant',
    name: nameFor(sourceCode, owner ?? key, preferred),
    value: `${promisify}(${expression})${type}`,
    isAdapter: expression.includes('=>'),
    after: Math.max(...[variable, bound].map((each) => (each && endOfValue(each)) ?? 0)),
  }));
  needs.add(need);
  return need.name;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} value
 * @param {string} preferred
 * @param {Set<HeaderNeed>} needs
 * @param {TSESTree.Node} place Where it is used.
 * @returns {string} The name of a constant at the top of the file that has the value.
 */
export function constantName(sourceCode, value, preferred, needs, place) {
  const made = variablesByValue(sourceCode).get(wordsOfFunction(value));
  if (made && findVariable(sourceCode, place, made.name) === made) {
    return made.name;
  }
  const need = needFor(sourceCode, `constant ${value}`, () => ({
    kind: 'constant',
    name: takeUniqueName(sourceCode, preferred),
    value,
    after: 0,
    wanted: preferred,
  }));
  needs.add(need);
  return need.name;
}

/**
 * @param {string} code
 * @returns {string} It, however it is laid out.
 */
function wordsOf(code) {
  return code.replaceAll(STRING_OR_LAYOUT, (text) => (/^['"`]/u.test(text) ? text : ''));
}

/** A string is taken to its last quote or, where it has none, to the end: no text is read twice. */
const STRING_OR_LAYOUT =
  /'(?:[^'\\]|\\[^])*'?|"(?:[^"\\]|\\[^])*"?|`(?:[^`\\]|\\[^])*`?|\s+|,(?=\s*[)\]}])/gu;

/**
 * @param {string} code
 * @returns {string} The same for a function, whose bodies have parentheses on one line that they lose on
 *   several.
 */
function wordsOfFunction(code) {
  return `() ${wordsOf(code).replaceAll(/[()]/gu, '')}`;
}

/**
 * The variables that have their one value before anything of the file may run, by its text: none that is
 * looked up here runs anything itself.
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string, Variable>}
 */
const variablesByValue = oncePerFile((sourceCode) => {
  /** @type {Map<string, Variable>} */
  const variables = new Map();
  for (const declarator of nodesOfType(sourceCode, 'VariableDeclarator')) {
    const { id, init, parent } = declarator;
    const [variable] = sourceCode.getDeclaredVariables(declarator);
    // Nothing that is written has a comment.
    if (
      parent.parent.type === 'Program' &&
      id.type === 'Identifier' &&
      init &&
      variable &&
      !hasCommentBetween(sourceCode, ...init.range)
    ) {
      const value = sourceCode.text.slice(...init.range);
      const isThere = endOfValue(variable) !== undefined;
      if (isThere && !runsBetween(sourceCode, 0, parent.range[0])) {
        for (const key of [wordsOf(value), wordsOfFunction(value)]) {
          variables.set(key, variables.get(key) ?? variable);
        }
      }
    }
  }
  return variables;
});

/** What stands between a module and its member where modules are told by name. */
const MEMBER = '#';

const PROMISIFY = `util${MEMBER}promisify`;

/**
 * The variables at the top of the file that are modules, by the module's name, or `util.promisify`.
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string, Variable>}
 */
const moduleBindings = oncePerFile((sourceCode) => {
  /** @type {Map<string, Variable>} */
  const found = new Map();
  for (const variable of moduleScope(sourceCode).variables) {
    const [identifier] = variable.identifiers;
    const origin =
      identifier &&
      !isTypeImport(variable) &&
      resolveOrigin(sourceCode, /** @type {TSESTree.Identifier} */ (identifier));
    const key =
      origin && origin.kind === 'module' ? [origin.name, ...origin.path].join(MEMBER) : '';
    const isWanted = key === PROMISIFY || !key.includes(MEMBER);
    if (key !== '' && isWanted && !found.has(key)) {
      const end = endOfValue(variable);
      // What runs before the module is there needs another name for it.
      if (end !== undefined && !runsBetween(sourceCode, 0, end)) {
        found.set(key, variable);
      }
    }
  }
  return found;
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {ReadonlySet<HeaderNeed>} needs
 * @returns {TextEdit[]} The declarations, after the file's imports.
 */
export function writeHeader(sourceCode, needs) {
  if (needs.size === 0) {
    return [];
  }
  const { text } = sourceCode;
  const style = readStyle(sourceCode);
  const imports = [...needs].filter(({ kind }) => kind === 'import');
  const constants = [...needs].filter(({ kind }) => kind === 'constant');
  const last = lastImport(sourceCode);
  const top = last ? last.range[1] : 0;
  const end = endOfImports(sourceCode, Math.max(top, ...constants.map(({ after }) => after)));
  const groups = groupBy(constants, ({ after }) => {
    const early = endOfImports(sourceCode, Math.max(top, after));
    return runsBetween(sourceCode, early, end) ? early : end;
  });
  const first = imports.map(({ name, value }) => style.importOf(name, value));
  const write = (/** @type {HeaderNeed[]} */ group) =>
    group.map(({ name, value }, index) => {
      const isApart = index > 0 && (value + group[index - 1]?.value).includes('\n');
      return `${isApart ? '\n' : ''}${style.keyword} ${name} = ${value}${style.semicolon}`;
    });
  const below = (/** @type {HeaderNeed[]} */ group, /** @type {number} */ place) => {
    // What has lines of its own does not run into the next statement.
    const isLong = group.at(-1)?.value.includes('\n') === true;
    const end = isLong && /^\r?\n[^\S\n]*\S/u.test(text.slice(place)) ? '\n' : '';
    return group.length > 0 ? `\n\n${write(group).join('\n')}${end}` : '';
  };
  const atTop = groups.get(top) ?? [];
  groups.delete(top);
  const edits = [...groups].map(([early, group]) => {
    const place = endOfLineComments(sourceCode, early);
    return insertAfter(place, below(group, place));
  });
  if (top > 0) {
    const imported = first.map((line) => `\n${line}`).join('');
    const place = endOfLineComments(sourceCode, top);
    edits.unshift(insertAfter(place, imported + below(atTop, place)));
  } else if (first.length > 0 || atTop.length > 0) {
    const begin = sourceCode.ast.body[0]?.range[0] ?? text.length;
    const blank = first.length > 0 && atTop.length > 0 ? [''] : [];
    const lines = [...first, ...blank, ...write(atTop)];
    edits.unshift({ range: [begin, begin], text: `${lines.join('\n')}\n\n`, side: 'close' });
  }
  return edits.filter(({ text: written }) => written !== '');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} place Where a statement ends, or 0.
 * @returns {number} Where the imports end that follow it.
 */
function endOfImports(sourceCode, place) {
  let end = place;
  for (const statement of sourceCode.ast.body) {
    if (statement.range[0] >= end && place > 0) {
      if (!isImport(sourceCode, statement) || mayRun(sourceCode, statement)) {
        break;
      }
      end = statement.range[1];
    }
  }
  return end;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {TSESTree.Node | undefined} The last of the statements that the file begins with to get
 *   at its modules, or its directives.
 */
function lastImport(sourceCode) {
  /** @type {TSESTree.Node | undefined} */
  let last;
  for (const statement of sourceCode.ast.body) {
    if (mayRun(sourceCode, statement)) {
      break;
    }
    if (isImport(sourceCode, statement) || ('directive' in statement && statement.directive)) {
      last = statement;
    } else if (
      !/^(?:VariableDeclaration|TS(?:Interface|TypeAlias))/u.test(statement.type) ||
      /=>|\bfunction\b/u.test(sourceCode.text.slice(...statement.range))
    ) {
      // What comes later may run before a declaration further down, or asks for its modules behind itself.
      break;
    }
  }
  return last;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} statement
 * @returns {boolean}
 */
function isImport(sourceCode, statement) {
  if (/^(?:TSImportEquals|Import)Declaration$/u.test(statement.type)) {
    return true;
  }
  return (
    statement.type === 'VariableDeclaration' &&
    statement.declarations.some(
      ({ init }) => init && (isRequire(init) || resolveOrigin(sourceCode, init)?.kind === 'module'),
    )
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `require('x')`, `require('x').y`, `require('x')(y)`.
 */
function isRequire(node) {
  if (node.type === 'MemberExpression') {
    return isRequire(node.object);
  }
  return (
    node.type === 'CallExpression' &&
    ((node.callee.type === 'Identifier' && node.callee.name === 'require') ||
      isRequire(node.callee))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {{ keyword: string, semicolon: string, importOf: (name: string, module: string) => string }}
 */
function readStyle(sourceCode) {
  const last = lastImport(sourceCode);
  const isEnded = last ? hasOwnSemicolon(sourceCode, last) : hasSemicolons(sourceCode);
  const semicolon = isEnded ? ';' : '';
  const mark = quoteMark(sourceCode);
  // Without `esModuleInterop` TypeScript knows no default export of Node's modules.
  const star = isTyped(sourceCode) ? '* as ' : '';
  const isModule = isEsModule(sourceCode);
  const isOwn =
    textHas(sourceCode, 'node:') &&
    nodesOfType(sourceCode, 'Literal').some(
      ({ value }) => typeof value === 'string' && value.startsWith('node:') && isBuiltin(value),
    );
  const scheme = isOwn ? 'node:' : '';
  return {
    keyword: 'const',
    semicolon,
    importOf: (name, module) =>
      isModule
        ? `import ${star}${name} from ${mark}${scheme}${module}${mark}${semicolon}`
        : `const ${name} = require(${mark}${scheme}${module}${mark})${semicolon}`,
  };
}
