/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Reference, Scope, Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { TextEdit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { isWithin, nodesWithin, sliceWithin } from '../../analysis/syntax/nodes.js';
import { replaceRange } from '../../edits/edit.js';

/**
 * A block of the output, and what its names reach. Variables of handlers move into one.
 *
 * @typedef {object} Home
 * @property {Home | undefined} parent
 * @property {() => readonly (readonly [number, number])[]} ranges The source that stands within it.
 * @property {Set<Variable>} variables What is declared in it.
 */

/**
 * @typedef {object} Renames Of moved variables that would mean, or hide, another one.
 * @property {TextEdit[]} edits
 * @property {(variable: Variable) => string} nameOf
 */

/** @typedef {Pick<Reference, 'identifier' | 'resolved'>} Use */

/**
 * @typedef {object} Names
 * @property {(scope: Scope) => Home} homeOf
 * @property {(parent: Home, ranges: Home['ranges']) => Home} openBlock
 * @property {(handler: FunctionNode, home: Home) => void} adopt Moves what a handler declares.
 * @property {(variable: Variable, home: Home) => void} assign Says where the output gives a variable its
 *   value: nothing may hide it there.
 * @property {(parameter: Variable, other: Variable) => void} unify Takes a parameter of a handler that has
 *   not moved yet for another variable of its name.
 * @property {(name: string) => string} take A name that nothing in the function uses.
 * @property {() => Renames} resolve Asked when all that moves has moved.
 */

/** @type {(sourceCode: SourceCodeLike) => readonly { scope: Scope, range: readonly [number, number] }[]} */
const scopesInOrder = oncePerFile(({ scopeManager }) =>
  (scopeManager?.scopes ?? [])
    .map((scope) => ({ scope, range: scope.block.range }))
    .sort((left, right) => left.range[0] - right.range[0]),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode | TSESTree.Program} root The function that handlers move into.
 * @returns {Names}
 */
export function trackNames(sourceCode, root) {
  const scopeManager = /** @type {import('@typescript-eslint/scope-manager').ScopeManager} */ (
    sourceCode.scopeManager
  );
  /** @type {Map<Scope, Home>} */
  const homes = new Map();
  /** @type {{ variable: Variable, home: Home }[]} */
  const moved = [];
  /** @type {{ variable: Variable, home: Home }[]} */
  const assigned = [];
  /** Those that go by the name of another one, which has their value. @type {Map<Variable, Variable>} */
  const unified = new Map();
  /** @type {Set<string> | undefined} */
  let taken;
  /** What is tried next where a name is taken. @type {Map<string, number>} */
  const numbers = new Map();

  /**
   * @param {Scope} scope
   * @returns {Home}
   */
  function homeOf(scope) {
    let home = homes.get(scope);
    if (!home) {
      const isInside = scope.upper && isWithin(scope.block, root) && scope.block !== root;
      home = {
        parent: isInside ? homeOf(/** @type {Scope} */ (scope.upper)) : undefined,
        ranges: () => [scope.block.range],
        variables: new Set(variablesOf(scope).filter(({ defs }) => defs.length > 0)),
      };
      homes.set(scope, home);
    }
    return home;
  }

  /** @type {Names['adopt']} */
  function adopt(handler, home) {
    const scope = /** @type {Scope} */ (scopeManager.acquire(handler, true));
    homes.set(scope, home);
    for (const variable of scope.variables) {
      if (variable.defs.length > 0 && !unified.has(variable)) {
        moved.push({ variable, home });
        for (
          let block = /** @type {Home | undefined} */ (home);
          block;
          block = isFunctionScoped(variable) ? block.parent : undefined
        ) {
          block.variables.add(variable);
        }
      }
    }
  }

  /**
   * @param {Variable | null} variable
   * @returns {Variable | null} What has its value and its name.
   */
  function originalOf(variable) {
    const original = variable && unified.get(variable);
    return original ? originalOf(original) : variable;
  }

  /** @type {Names['take']} */
  function take(name) {
    if (!taken) {
      taken = new Set();
      for (const type of /** @type {const} */ (['Identifier', 'JSXIdentifier'])) {
        for (const node of nodesWithin(sourceCode, type, root)) {
          taken.add(node.name);
        }
      }
    }
    let candidate = name;
    let number = numbers.get(name) ?? 1;
    for (; taken.has(candidate); number++) {
      candidate = `${name}${number}`;
    }
    numbers.set(name, number);
    taken.add(candidate);
    return candidate;
  }

  /**
   * Declarations count as uses: where one is written several times, the others assign to it.
   *
   * @returns {Map<string, Use[]>} The uses of names within the root.
   */
  function readUses() {
    /** @type {Map<string, Use[]>} */
    const byName = new Map();
    /** @param {Use} use */
    const add = (use) => {
      const { name } = /** @type {TSESTree.Identifier} */ (use.identifier);
      const known = byName.get(name);
      if (known) {
        known.push(use);
      } else {
        byName.set(name, [use]);
      }
    };
    for (const { scope } of sliceWithin(scopesInOrder(sourceCode), root)) {
      for (const { identifier, resolved } of scope.references) {
        add({ identifier, resolved: originalOf(resolved) });
      }
      for (const variable of scope.variables.filter((each) => !unified.has(each))) {
        variable.identifiers.forEach((identifier) => add({ identifier, resolved: variable }));
      }
    }
    return byName;
  }

  /** @returns {Renames} */
  function resolve() {
    moved.sort((left, right) => startOf(left.variable) - startOf(right.variable));
    const usesByName = readUses();
    const renamed = new Set(assigned.flatMap(({ variable, home }) => hidersOf(variable, home)));
    const lastPlaces = new Map(moved.map(({ variable }, index) => [variable, index]));
    moved.forEach(({ variable, home }, index) => {
      const later = {
        has: (/** @type {Variable} */ other) => (lastPlaces.get(other) ?? -1) > index,
      };
      const uses = usesByName.get(variable.name) ?? [];
      for (let block = /** @type {Home | undefined} */ (home); block; block = block.parent) {
        if (clashes(variable, block, uses, later, renamed, block === home)) {
          renamed.add(variable);
          break;
        }
        if (!isFunctionScoped(variable)) {
          break;
        }
      }
    });
    const newNames = new Map([...renamed].map((variable) => [variable, take(variable.name)]));
    for (const variable of unified.keys()) {
      const name = newNames.get(/** @type {Variable} */ (originalOf(variable)));
      if (name !== undefined) {
        newNames.set(variable, name);
      }
    }
    return {
      edits: [...newNames].flatMap(([variable, name]) => renameVariable(variable, name)),
      nameOf: (variable) => newNames.get(variable) ?? variable.name,
    };
  }

  /**
   * @param {Variable} variable
   * @param {Home} home Where it is declared.
   * @param {Use[]} uses Of its name.
   * @param {{ has: (variable: Variable) => boolean }} later Moved ones that are asked about themselves.
   * @param {Set<Variable>} renamed
   * @param {boolean} isOwnHome
   * @returns {boolean}
   */
  function clashes(variable, home, uses, later, renamed, isOwnHome) {
    /** @param {Variable} other */
    const isAskedLater = (other) =>
      later.has(other) && (isOwnHome || (isFunctionScoped(variable) && isFunctionScoped(other)));
    for (const other of home.variables) {
      if (
        other !== variable &&
        other.name === variable.name &&
        !renamed.has(other) &&
        !isAskedLater(other)
      ) {
        return true;
      }
    }
    const ranges = home.ranges();
    return uses.some(({ identifier, resolved }) => {
      if (resolved === variable || (resolved && renamed.has(resolved))) {
        return false;
      }
      const [start, end] = identifier.range;
      if (!ranges.some(([from, to]) => from <= start && end <= to)) {
        return false;
      }
      if (!resolved || resolved.defs.length === 0) {
        return true;
      }
      const otherHome = homeOf(resolved.scope);
      if (otherHome === home) {
        return !isAskedLater(resolved);
      }
      return !isBelow(otherHome, home);
    });
  }

  return {
    homeOf,
    openBlock: (parent, ranges) => ({ parent, ranges, variables: new Set() }),
    adopt,
    assign: (variable, home) => {
      assigned.push({ variable, home });
    },
    unify: (parameter, other) => {
      unified.set(parameter, other);
    },
    take,
    resolve,
  };
}

/**
 * @param {Scope} scope
 * @returns {Variable[]} What a declaration in the scope must not repeat: the error of a `catch` as well.
 */
function variablesOf({ block, upper, variables }) {
  return upper && block.parent?.type === 'CatchClause'
    ? [...variables, ...upper.variables]
    : variables;
}

/**
 * @param {Variable} variable
 * @param {Home} home Where it is given a value.
 * @returns {Variable[]} Those of its name that are declared between there and where it is declared.
 */
function hidersOf(variable, home) {
  /** @type {Variable[]} */
  const hiders = [];
  for (let block = /** @type {Home | undefined} */ (home); block; block = block.parent) {
    if (block.variables.has(variable)) {
      return hiders;
    }
    hiders.push(...[...block.variables].filter(({ name }) => name === variable.name));
  }
  return hiders;
}

/**
 * @param {Home} home
 * @param {Home} ancestor
 * @returns {boolean}
 */
function isBelow(home, ancestor) {
  for (let parent = home.parent; parent; parent = parent.parent) {
    if (parent === ancestor) {
      return true;
    }
  }
  return false;
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether the name reaches beyond its block; functions in blocks do in sloppy code.
 */
function isFunctionScoped({ defs }) {
  return defs.some(
    ({ type, parent }) =>
      type === 'FunctionName' ||
      (type === 'Variable' && parent?.type === 'VariableDeclaration' && parent.kind === 'var'),
  );
}

/**
 * @param {Variable} variable
 * @returns {number}
 */
function startOf({ identifiers }) {
  return identifiers[0]?.range[0] ?? 0;
}

/**
 * @param {Variable} variable
 * @param {string} name
 * @returns {TextEdit[]} Of all places where it is named.
 */
export function renameVariable(variable, name) {
  const identifiers = new Set([
    ...variable.identifiers,
    ...variable.references.map(({ identifier }) => identifier),
  ]);
  return [...identifiers].map((identifier) => {
    const [start] = identifier.range;
    const end = start + variable.name.length;
    const { parent } = identifier;
    const property =
      parent?.type === 'AssignmentPattern' && parent.left === identifier ? parent.parent : parent;
    const isShorthand = property?.type === 'Property' && property.shorthand;
    return replaceRange([start, end], isShorthand ? `${variable.name}: ${name}` : name);
  });
}
