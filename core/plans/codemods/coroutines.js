/** @import { ImportedCoroutine, PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Codemod, ProjectFile, ProjectPlan } from '../../codemod/convert.js' */
/** @import { CoroutineUse, Generator } from './generators.js' */
/** @import { FileUse } from '../files/project-uses.js' */

import { dirname, readText, relative } from '#project-facts';

import { convert } from '../../codemod/convert.js';
import { joinKeys, resolveOwnFile } from '../../codemod/siblings.js';
import { readOptions } from '../../contract/options.js';
import { generatorCoroutine } from '../../patterns/generator-coroutine.js';
import { declarationsOf } from '../exports/declarations.js';
import { FileUsers } from '../files/file-users.js';
import { readForeignUse, readGenerators } from './generators.js';
import { memberFiles } from '../members/member-names.js';
import { ParsedFiles } from '../files/parsed-files.js';
import { projectFilesOf } from '../files/project-files.js';
import { PutAside } from '../files/put-aside.js';
import { ReExports } from '../exports/re-exports.js';

/**
 * Generator functions that a file exports and `co` runs in others:
 *
 *     exports.load = function* (id) { … };        co(function* () { yield store.load(id); });
 *
 * A generator function becomes async if every use in the project is seen, and is one by code that `co`
 * runs: it waits for a promise as well as for a generator. A function that the package shows to others
 * becomes one with `--api=async` only.
 *
 * @param {readonly ProjectFile[]} files The files that are converted.
 * @param {Readonly<Record<string, unknown>>} rawOptions
 * @param {Codemod} codemod
 * @param {ProjectPlan} others The facts of other plans.
 * @returns {ProjectPlan}
 */
export function planCoroutines(files, rawOptions, codemod, others) {
  if (!files.some(({ source }) => generatorCoroutine.words.test(source))) {
    return others;
  }
  const index = new CoroutineIndex(files, rawOptions, codemod, others);
  index.decide();
  const kept = index.findKept();
  return index.isEmpty
    ? // The texts that were read to find that out are not kept.
      withKept(others, kept)
    : withKept(
        {
          factsFor: (path) => index.factsFor(path),
          together: [...others.together, ...index.together()],
        },
        kept,
      );
}

/**
 * A closure of its own: one that stands beside the index would keep it, and all that it has parsed.
 *
 * @param {ProjectPlan} plan
 * @param {ReadonlyMap<string, Refusal>} kept Why generator functions stay what they are.
 * @returns {ProjectPlan}
 */
function withKept(plan, kept) {
  return {
    ...plan,
    factsFor: (path) => ({
      ...plan.factsFor(path),
      keptGenerator: (start) => kept.get(idOf(path, start)),
    }),
  };
}

/** The words of a file that exports anything. */
const EXPORTS = /\bexports?\b/u;

class CoroutineIndex {
  /** @type {ReadonlyMap<string, string>} */
  #texts;
  #parsed = new ParsedFiles((path) => this.#textOf(path));
  /** @type {string[] | undefined} */
  #files;
  /** @type {ReadonlyMap<string, readonly string[]> | undefined} */
  #members;
  #reExports = new ReExports((file) => this.#parsed.get(file));
  #users = new FileUsers({
    files: () => this.#projectFiles(),
    textOf: (path) => this.#textOf(path),
    parse: (file) => this.#parsed.get(file),
    reExports: this.#reExports,
  });
  #putAside = new PutAside(
    (file) => this.#parsed.get(file),
    this.#reExports,
    (name) => this.#memberFiles().get(name) ?? [],
  );
  /** By file and place. @type {Map<string, Generator>} */
  #generators = new Map();
  /** Exported ones that nothing but `co` runs, as far as is known. @type {Map<string, Generator>} */
  #run = new Map();
  /** The generator functions that become async functions. @type {Map<string, Generator>} */
  #async = new Map();
  /** The generator functions that are refused by themselves, with a reason. @type {Set<string>} */
  #refused = new Set();
  /** The places of what is converted then, by file. @type {Map<string, ReadonlySet<string>>} */
  #converted = new Map();

  /**
   * @param {readonly ProjectFile[]} files
   * @param {Readonly<Record<string, unknown>>} rawOptions
   * @param {Codemod} codemod
   * @param {ProjectPlan} others
   */
  constructor(files, rawOptions, codemod, others) {
    this.#texts = new Map(files.map(({ path, source }) => [path, source]));
    this.rawOptions = rawOptions;
    this.codemod = codemod;
    this.others = others;
    this.isPublic = readOptions(rawOptions).api === 'async';
  }

  /** Whether there are none whose conversion is up to several files. */
  get isEmpty() {
    return this.#async.size + this.#refused.size === 0;
  }

  /** @returns {[string, string][]} Files with a generator function and one that waits for it. */
  together() {
    return [...this.#async.values()].flatMap(({ file, uses }) =>
      uses
        .filter(({ user }) => user !== file && this.#texts.has(user))
        .map(({ user }) => /** @type {[string, string]} */ ([user, file])),
    );
  }

  /**
   * @param {string} path
   * @returns {Partial<PatternContext>}
   */
  factsFor(path) {
    return {
      ...this.others.factsFor(path),
      runsElsewhere: (start) => {
        const id = idOf(path, start);
        return this.#async.has(id) || this.#refused.has(id);
      },
      exportedCoroutine: (start) =>
        [...this.#async.values()].find(
          ({ file, uses }) => file === path && uses.some(({ at }) => at === start),
        ),
      importedCoroutine: (specifier, keys) => this.#imported(path, specifier, keys),
    };
  }

  /** @returns {Map<string, Refusal>} Why those that other files use have to stay generator functions. */
  findKept() {
    /** @type {Map<string, Refusal>} */
    const kept = new Map();
    for (const [id, generator] of [...this.#generators]) {
      const refusal = this.#async.has(id) ? undefined : this.#findKeeper(generator);
      if (refusal) {
        kept.set(id, refusal);
      }
    }
    return kept;
  }

  /**
   * @param {Generator} generator
   * @returns {Refusal | undefined}
   */
  #findKeeper({ file, keys }) {
    const uses = keys.length > 0 ? (this.#users.usesOf(file, keys) ?? []) : [];
    const other = uses.find((use) => !this.#readUse(use, keys));
    if (other) {
      return { reason: 'generator-used-otherwise', subject: this.#nameOf(other, file) };
    }
    return uses.length > 0 && !this.isPublic && this.#users.isShown(file)
      ? { reason: 'generator-shown' }
      : undefined;
  }

  /**
   * @param {FileUse & { user: string }} use
   * @param {string} from
   * @returns {string}
   */
  #nameOf({ place = '0', user }, from) {
    const line = this.#textOf(user).slice(0, Number.parseInt(place, 10)).split('\n').length;
    return `line ${line} of ${relative(dirname(from), user)}`;
  }

  /**
   * @param {string} path
   * @param {string} specifier
   * @param {readonly string[]} keys
   * @returns {ImportedCoroutine | undefined}
   */
  #imported(path, specifier, keys) {
    const named = resolveOwnFile(path, specifier);
    const found = named === undefined ? undefined : this.#reExports.origin(named, keys);
    const key = found?.keys.join('.') ?? '';
    return [...this.#async.values()].find(
      (each) => each.file === found?.file && each.keys.includes(key),
    );
  }

  /** Takes for granted that all become async functions which may, until one cannot. */
  decide() {
    for (const [path, text] of this.#texts) {
      if (EXPORTS.test(text)) {
        this.#read(path);
      }
    }
    for (const generator of this.#generators.values()) {
      if (this.#isOurs(generator)) {
        this.#run.set(idOf(generator.file, generator.start), generator);
      }
    }
    for (let before = -1; before !== this.#run.size;) {
      before = this.#run.size;
      this.#dropUnrun();
    }
    for (const [id, generator] of this.#run) {
      if (!generator.takesContext) {
        this.#async.set(id, generator);
      }
    }
    for (let before = -1; before !== this.#async.size;) {
      before = this.#async.size;
      this.#dropUnconverted();
    }
  }

  /** @param {string} path Of a file whose generator functions, and those that use them, are noted. */
  #read(path) {
    const text = this.#textOf(path);
    const isKnown = [...this.#generators.values()].some(({ file }) => file === path);
    const sourceCode =
      !isKnown && generatorCoroutine.words.test(text) ? this.#parsed.get(path) : undefined;
    for (const generator of sourceCode ? readGenerators(path, sourceCode) : []) {
      this.#generators.set(idOf(path, generator.start), generator);
    }
  }

  /**
   * @param {Generator} generator Gets the uses of other files.
   * @returns {boolean} Whether it is exported, and the uses of these are all that there are.
   */
  #isOurs(generator) {
    const { file, keys } = generator;
    if (
      keys.length === 0 ||
      generator.isLoose ||
      !this.#texts.has(file) ||
      (!this.isPublic && this.#users.isShown(file)) ||
      declarationsOf(file).length > 0 ||
      this.#users.isWrittenTo(file) ||
      keys.some((key) => this.#putAside.has(file, key.split('.')))
    ) {
      return false;
    }
    const uses = this.#users.usesOf(file, keys)?.map((use) => this.#readUse(use, keys));
    if (!uses?.every((use) => use !== undefined)) {
      return false;
    }
    generator.uses = [...generator.uses, ...uses];
    generator.takesContext ||= uses.some(({ isRouted }) => isRouted);
    return true;
  }

  /**
   * @param {FileUse & { user: string }} use
   * @param {readonly string[]} keys
   * @returns {CoroutineUse | undefined}
   */
  #readUse({ call, keys: used, place, user }, keys) {
    const isIt = keys.some((key) => used === key || (used === joinKeys(key, 'call') && call));
    const sourceCode = isIt && place !== undefined ? this.#parsed.get(user) : undefined;
    if (!sourceCode || place === undefined) {
      return undefined;
    }
    this.#read(user);
    return readForeignUse(user, sourceCode, place);
  }

  /** The generator functions that other code than `co` may run, and those that no code is seen to run. */
  #dropUnrun() {
    const reached = this.#findReached();
    for (const [id, generator] of this.#run) {
      if (!reached.has(generator) || !generator.uses.every((use) => this.#isRun(use))) {
        this.#run.delete(id);
      }
    }
  }

  /**
   * @param {CoroutineUse} use
   * @param {ReadonlySet<Generator>} [around] The generator functions that are looked at already.
   * @returns {boolean} Whether nothing but `co` runs what yields it, as far as that is known.
   */
  #isRun({ from, user }, around = new Set()) {
    const generator = from === undefined ? undefined : this.#generators.get(idOf(user, from));
    if (!generator || around.has(generator)) {
      return from === undefined || generator !== undefined;
    }
    const { file, isLoose, keys, start, uses } = generator;
    return (
      !isLoose &&
      uses.length > 0 &&
      (keys.length === 0 || this.#run.has(idOf(file, start))) &&
      uses.every((use) => this.#isRun(use, new Set([...around, generator])))
    );
  }

  /** @returns {Set<Generator>} Those that `co` runs, or that one of these yields. */
  #findReached() {
    /** @type {Set<Generator>} */
    const reached = new Set();
    for (let before = -1; before !== reached.size;) {
      before = reached.size;
      for (const generator of this.#generators.values()) {
        const isReached = generator.uses.some(({ from, user }) => {
          const yielding = from === undefined ? undefined : this.#generators.get(idOf(user, from));
          return yielding ? reached.has(yielding) : from === undefined;
        });
        if (isReached) {
          reached.add(generator);
        }
      }
    }
    return reached;
  }

  /** The generator functions that are refused in their file, or that a refused one needs as a generator. */
  #dropUnconverted() {
    for (const [id, { file, site, uses }] of this.#async) {
      const isConverted =
        this.#convertedIn(file).has(site) &&
        uses.every(
          ({ from, needsAwait, user }) =>
            !needsAwait ||
            this.#convertedIn(user).has(this.#generators.get(idOf(user, from))?.site ?? ''),
        );
      if (!isConverted) {
        this.#async.delete(id);
        if (uses.every(({ needsAwait }) => !needsAwait)) {
          this.#refused.add(id);
        }
        [file, ...uses.map(({ user }) => user)].forEach((each) => this.#converted.delete(each));
      }
    }
  }

  /**
   * @param {string} path
   * @returns {ReadonlySet<string>} The places of what is converted there, if all that is still taken for
   *   an async function becomes one.
   */
  #convertedIn(path) {
    const source = this.#texts.get(path);
    const known = this.#converted.get(path);
    if (known || source === undefined) {
      return known ?? new Set();
    }
    const facts = this.factsFor(path);
    const { sites } = convert({ path, source }, this.codemod, this.rawOptions, facts);
    const converted = new Set(
      sites
        .filter(({ status }) => status === 'converted')
        .map(({ column, line }) => `${line}:${column}`),
    );
    this.#converted.set(path, converted);
    return converted;
  }

  /** @returns {ReadonlyMap<string, readonly string[]>} */
  #memberFiles() {
    this.#members ??= memberFiles(this.#projectFiles(), (path) => this.#textOf(path));
    return this.#members;
  }

  /** @returns {readonly string[]} */
  #projectFiles() {
    this.#files ??= projectFilesOf([...this.#texts.keys()]);
    return this.#files;
  }

  /**
   * @param {string} path
   * @returns {string}
   */
  #textOf(path) {
    return this.#texts.get(path) ?? readText(path);
  }
}

/**
 * @param {string} file
 * @param {number | undefined} start
 * @returns {string}
 */
function idOf(file, start) {
  return `${start} ${file}`;
}
