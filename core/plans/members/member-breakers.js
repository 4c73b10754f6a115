/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from '../../callbacks/functions/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Fixpoint } from '../files/fixpoint.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { groupBy } from '../../analysis/syntax/group-by.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { decideFates } from '../../patterns/callback-function.js';
import {
  CALLBACK_NAME,
  callbackFunctionsOf,
  isErrorLike,
} from '../../callbacks/functions/functions.js';
import {
  functionsUnder,
  givesSeveral,
  picksArguments,
  rootOf,
  rootOfOther,
  usesLast,
} from '../../callbacks/callees/method-callees.js';
import { UNNAMED } from '../../analysis/syntax/member-definitions.js';
import { definitionsByName } from '../../callbacks/functions/methods.js';
import { leadsToParameter, modulesBehind } from '../../analysis/modules/modules-behind.js';
import { tickFactsOf } from '../../callbacks/timing/ticks.js';
import { rootIn } from '../files/roots.js';

/**
 * @typedef {object} Project
 * @property {(file: string) => SourceCodeLike | undefined} parse
 * @property {(file: string, sourceCode: SourceCodeLike) => PatternContext} contextFor
 * @property {(name: string) => readonly string[]} filesNaming The files that may define a member of that
 *   name.
 * @property {() => readonly string[]} files
 * @property {(path: string, specifier: string, name: string | undefined) => string | undefined} fileBehind The
 *   other file of the project that defines what one imports by the name.
 * @property {Fixpoint} fixpoint
 */

/** Stands for a function of a file that goes by any name there, or by none. */
const ANYWHERE = '?';

/** Behind the name of one that may throw, too. */
export const THROWS = '!';

/** Behind the name of one that gives more results than a promise does, and is in order otherwise. */
export const SEVERAL = '+';

/** Stands for the module of what a function is given itself. */
const HANDED_ON = '';

/**
 * A function that a call gives to one of another file.
 *
 * @typedef {object} Gift
 * @property {string} to The file that has what is called.
 * @property {string} user That with the call.
 * @property {string | undefined} from The module that it comes from, as that file names it; undefined for
 *   one of its own.
 * @property {string | undefined} name There; for one of its own, where it begins.
 */

const CALL_TYPES = /** @type {const} */ (['CallExpression', 'NewExpression']);

const FUNCTION_TYPES = /** @type {const} */ ([
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
]);

/**
 * The members of a file that nobody can wait for, with the number of their arguments, and where they are.
 *
 * @typedef {ReadonlyMap<string, string>} Breakers
 */

/** Which members nobody can wait for, by their names: of what calls are made is not known. */
export class MemberBreakers {
  #project;
  /** By the file that has what is called. @type {ReadonlyMap<string, readonly Gift[]> | undefined} */
  #gifts;

  /** @param {Project} project */
  constructor(project) {
    this.#project = project;
  }

  /**
   * @param {string} path
   * @param {string} name
   * @param {number} count
   * @param {readonly string[]} [marks] The marks that count: `THROWS` counts a throw.
   * @returns {string | undefined} Where a file beside this one has a member of the name that takes so many
   *   arguments and does not call back once.
   */
  find(path, name, count, marks = ['']) {
    return this.#project
      .filesNaming(name)
      .filter((file) => file !== path)
      .flatMap((file) =>
        this.#ask(file, (breakers) =>
          [name, UNNAMED].flatMap((each) =>
            marks.map((mark) => breakers.get(`${each}${mark}/${count}`)),
          ),
        ),
      )
      .find((place) => place !== undefined);
  }

  /**
   * @param {string} path
   * @param {string} specifier The module that has what is called there.
   * @param {string | undefined} name
   * @param {string} [mark]
   * @returns {[number, string][]} How many arguments those of its functions take that may throw, too, or do not
   *   call back once, and where they are: those under the name, or any, where it does not show the name.
   */
  behind(path, specifier, name, mark = THROWS) {
    const file = this.#project.fileBehind(path, specifier, name);
    if (file === undefined) {
      return [];
    }
    return this.#ask(file, (breakers) => {
      const names = name !== undefined && breakers.has(name) ? [name, UNNAMED] : [ANYWHERE];
      return names.flatMap((each) => countsIn(breakers, each + mark));
    });
  }

  /**
   *     run(load, key, cb)    new Runner(load)
   *
   * @param {string} path
   * @param {number} count
   * @param {string} [key] Of the member that is called, if it is one.
   * @returns {string | undefined} Where such a function is that another file gives one of this file, and that
   *   takes as many arguments or more: some may be bound.
   */
  given(path, count, key, seen = new Set([path])) {
    if (key !== undefined && this.#isAllSeen(key)) {
      return undefined;
    }
    this.#gifts ??= groupBy(
      this.#project.files().flatMap((user) => {
        const sourceCode = this.#project.parse(user);
        return sourceCode ? this.#giftsOf(user, sourceCode) : [];
      }),
      ({ to }) => to,
    );
    for (const { user, from, name } of this.#gifts.get(path) ?? []) {
      const isSeen = from === HANDED_ON && seen.has(user);
      const found = isSeen
        ? undefined
        : from === HANDED_ON
          ? this.given(user, count, undefined, seen.add(user))
          : (from === undefined
              ? this.#ask(user, (breakers) => countsIn(breakers, `${name}${THROWS}`))
              : this.behind(user, from, name)
            ).find(([each]) => each >= count)?.[1];
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  /**
   * @param {string} name
   * @returns {boolean} Whether all members of the name that the project defines are functions that can be seen: then
   *   `find` has answered for them, whatever object has them.
   */
  #isAllSeen(name) {
    const known = this.#project.filesNaming(name).map((file) => {
      const sourceCode = this.#project.parse(file);
      return sourceCode && isSeen(sourceCode, name);
    });
    return known.includes(true) && !known.includes(false);
  }

  /**
   * @param {string} user
   * @param {SourceCodeLike} sourceCode
   * @returns {Gift[]}
   */
  #giftsOf(user, sourceCode) {
    return CALL_TYPES.flatMap((type) => nodesOfType(sourceCode, type)).flatMap((call) => {
      const given = call.arguments
        .filter((each) => !(isFunction(each) && each.params[0] && isErrorLike(each.params[0])))
        .flatMap((each) => giftsIn(sourceCode, each));
      return given.length === 0
        ? []
        : modulesBehind(sourceCode, call.callee)
            .map((each) => this.#project.fileBehind(user, each, nameOf(sourceCode, call.callee)))
            .flatMap((to) =>
              to === undefined || to === user ? [] : given.map((each) => ({ ...each, to, user })),
            );
    });
  }

  /**
   * @template Part
   * @param {string} file
   * @param {(breakers: Breakers) => Part} select
   * @returns {Part}
   */
  #ask(file, select) {
    return this.#project.fixpoint.ask(
      {
        key: `breakers ${file}`,
        hope: /** @type {Breakers} */ (new Map()),
        read: () => this.#readBreakers(file),
        merge: (before, now) => new Map([...now, ...before]),
      },
      select,
    );
  }

  /**
   * @param {string} file
   * @returns {Map<string, string>}
   */
  #readBreakers(file) {
    const sourceCode = this.#project.parse(file);
    /** @type {Map<string, string>} */
    const breakers = new Map();
    if (!sourceCode) {
      return breakers;
    }
    const context = this.#project.contextFor(file, sourceCode);
    const functions = callbackFunctionsOf(sourceCode);
    const { registry } = functions.length > 0 ? decideFates(context) : {};
    const note = (
      /** @type {string} */ name,
      /** @type {CallbackFunction | undefined} */ found,
      /** @type {FunctionNode} */ fn,
    ) => {
      const breaks = found && registry?.breaks(found);
      const place = rootIn(file, breaks && registry ? rootOf(registry, found) : rootOfOther(fn));
      if (found && tickFactsOf(context).get(found)?.throws) {
        const line = `line ${fn.loc.start.line}: callback-sync-throw`;
        breakers.set(`${name}${THROWS}/${fn.params.length}`, rootIn(file, line));
      }
      for (const count of found ? [] : countsOfPicked(sourceCode, fn)) {
        breakers.set(`${name}/${count}`, place).set(`${name}${THROWS}/${count}`, place);
      }
      for (const [index, parameter] of fn.params.entries()) {
        const isOther =
          !found &&
          parameter.type === 'Identifier' &&
          CALLBACK_NAME.test(parameter.name) &&
          usesLast(sourceCode, fn, index + 1);
        const isBreaker = breaks === true && index === found?.index;
        if (isBreaker && registry && givesSeveral(registry, found)) {
          breakers.set(`${name}${SEVERAL}/${index + 1}`, place);
        } else if (isOther || isBreaker) {
          breakers.set(`${name}/${index + 1}`, place).set(`${name}${THROWS}/${index + 1}`, place);
        }
      }
    };
    for (const [name, definitions] of definitionsByName(sourceCode)) {
      const plain = definitions.map(({ found, value }) =>
        found || !value ? undefined : readFunction(sourceCode, value),
      );
      functionsUnder(sourceCode, name).forEach((found) => note(name, found, found.fn));
      plain.forEach((fn) => fn && note(name, undefined, fn));
      // { load: require('./store').load, save: require('./store').save.bind(null, key) }
      for (const { value: written } of definitions) {
        const { value, count: bound } = unbind(written);
        const behind = value ? nameOf(sourceCode, value) : undefined;
        for (const each of value && behind ? modulesBehind(sourceCode, value) : []) {
          for (const mark of ['', THROWS, SEVERAL]) {
            this.behind(file, each, behind, mark).forEach(([count, place]) =>
              breakers.set(`${name}${mark}/${count - bound}`, place),
            );
          }
        }
      }
      if (isSeen(sourceCode, name)) {
        breakers.set(name, '');
      }
    }
    const known = new Map(functions.map((found) => [found.fn, found]));
    for (const fn of FUNCTION_TYPES.flatMap((type) => nodesOfType(sourceCode, type))) {
      note(ANYWHERE, known.get(fn), fn);
      note(String(fn.range[0]), known.get(fn), fn);
    }
    return breakers;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name
 * @returns {boolean | undefined} Whether all members of the name that the file defines are functions that can be seen;
 *   undefined where it defines none.
 */
function isSeen(sourceCode, name) {
  return definitionsByName(sourceCode)
    .get(name)
    ?.every(({ found, value }) => found ?? (value && readFunction(sourceCode, value)));
}

/**
 * @param {TSESTree.Node | null | undefined} value
 * @returns {{ value: TSESTree.Node | null | undefined, count: number }} The function that `bind` is called on, and how many
 *   arguments it gets there; the value itself where it is no such call.
 */
function unbind(value) {
  return value?.type === 'CallExpression' &&
    value.callee.type === 'MemberExpression' &&
    readKey(value.callee) === 'bind'
    ? { value: value.callee.object, count: Math.max(0, value.arguments.length - 1) }
    : { value, count: 0 };
}

/** With how many arguments somebody calls what takes any number of them. */
const MOST_ARGUMENTS = 6;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {number[]} How many arguments it takes, the last of which it looks for among all: nothing says what
 *   it does with that.
 */
function countsOfPicked(sourceCode, fn) {
  const least = fn.params.length + 1;
  return picksArguments(sourceCode, fn)
    ? Array.from({ length: MOST_ARGUMENTS - least + 1 }, (_, index) => least + index)
    : [];
}

/**
 * @param {ReadonlyMap<string, string>} breakers
 * @param {string} name With its mark.
 * @returns {[number, string][]} How many arguments those of the name take, and where they are.
 */
function countsIn(breakers, name) {
  return [...breakers].flatMap(([each, place]) =>
    each.startsWith(`${name}/`) ? [[Number(each.slice(name.length + 1)), place]] : [],
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {string | undefined} What another file calls it.
 */
function nameOf(sourceCode, node) {
  return node.type === 'MemberExpression'
    ? readKey(node)
    : resolveOrigin(sourceCode, node)?.path.at(-1);
}

/**
 *     load    { load }    [load, save]    load.bind(null, key)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null} node An argument.
 * @returns {Pick<Gift, 'from' | 'name'>[]} The functions in it.
 */
function giftsIn(sourceCode, node) {
  if (!node || node.type === 'Literal') {
    return [];
  }
  switch (node.type) {
    case 'ObjectExpression':
      return node.properties.flatMap((each) =>
        giftsIn(sourceCode, 'argument' in each ? each.argument : each.value),
      );
    case 'ArrayExpression':
      return node.elements.flatMap((each) => giftsIn(sourceCode, each));
    case 'CallExpression':
      return [node.callee, ...node.arguments].flatMap((each) => giftsIn(sourceCode, each));
    default: {
      const fn = readFunction(sourceCode, node);
      const name = nameOf(sourceCode, node);
      return isFunction(fn)
        ? [{ from: undefined, name: String(fn.range[0]) }]
        : leadsToParameter(sourceCode, node)
          ? [{ from: HANDED_ON, name }]
          : modulesBehind(sourceCode, node).map((from) => ({ from, name }));
    }
  }
}
