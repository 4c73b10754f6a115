/** @import { ImportedCallback, PatternContext, PromiseUse } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from '../../callbacks/functions/functions.js' */
/** @import { Asking } from '../../callbacks/timing/handings.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FileUse } from '../files/project-uses.js' */
/** @import { ProjectFile, ProjectPlan } from '../../codemod/convert.js' */

import { dirname, readText } from '#project-facts';

import { readOptions } from '../../contract/options.js';
import { callbackFunction, decideFates } from '../../patterns/callback-function.js';
import { mayReadCallbackMembers, readsCallbackMembers } from '../../callbacks/functions/members.js';
import { allArguments } from '../../callbacks/functions/given-arguments.js';
import { floorOfResults } from '../../callbacks/plan/given-results.js';
import { givesSeveral, rootOf, rootOfOther } from '../../callbacks/callees/method-callees.js';
import { definitionsByName } from '../../callbacks/functions/methods.js';
import { followReads } from '../../callbacks/timing/handings.js';
import { handsIn } from '../../callbacks/timing/read-at-once.js';
import { givesValue } from '../../callbacks/functions/returned-values.js';
import { readProject } from '../../analysis/environment/project.js';
import { libraryFacts } from '../../codemod/library-exports.js';
import { exportsOf, resolveOwnFile } from '../../codemod/siblings.js';
import { ClassMethods } from '../members/class-methods.js';
import { declarationsOf } from '../exports/declarations.js';
import { exportedFunctions, keysAt, plainFunction } from '../exports/exported-functions.js';
import { exportedMembers } from '../exports/exported-members.js';
import { ExportedPromises } from '../exports/exported-promises.js';
import { Fixpoint } from '../files/fixpoint.js';
import { FileUsers } from '../files/file-users.js';
import { HandledExports } from '../exports/handled-exports.js';
import { ImportCircles } from '../files/import-circles.js';
import { MemberBreakers, SEVERAL, THROWS } from '../members/member-breakers.js';
import { memberFiles } from '../members/member-names.js';
import { ParsedFiles, placeOf } from '../files/parsed-files.js';
import { projectFilesOf } from '../files/project-files.js';
import { usesOfProject } from '../files/project-uses.js';
import { rootIn } from '../files/roots.js';
import { PutAside } from '../files/put-aside.js';
import { ReExports } from '../exports/re-exports.js';
import { constructedInProject } from '../members/constructed.js';
import { replacedInProject } from '../members/replaced-in-project.js';

/**
 * The facts that the files of a project have about each other's callback functions. With `--api=async` it also
 * decides which exported functions lose their callback: those whose every caller in the project can
 * wait for them, the callers outside of what is converted included.
 *
 * @param {readonly ProjectFile[]} files The files that are converted.
 * @param {Readonly<Record<string, unknown>>} rawOptions
 * @param {CallsLater} [callsLater]
 * @returns {ProjectPlan}
 */
export function planCallbacks(files, rawOptions, callsLater) {
  const index = new CallbackIndex(files, rawOptions, callsLater);
  const together = readOptions(rawOptions).api === 'async' ? index.decideAsync() : [];
  return { factsFor: (path) => index.factsFor(path), together };
}

/**
 * @callback CallsLater
 * @param {PatternContext} context
 * @param {CallbackFunction} found
 * @returns {boolean} Whether a function of the context's file calls back in a later tick; by default
 *   that is what `callback-to-async` makes of it.
 */

/** `load[util.promisify.custom] = …` */
const SETS_FORM = /\bcustom\s*\]\s*=[^=]/u;

class CallbackIndex {
  /** @type {Map<string, string>} */
  #texts;
  #parsed = new ParsedFiles((path) => this.#read(path));
  /** What rests on what other files do. */
  #fixpoint = new Fixpoint();
  /** Files by the names of the members that they may define. @type {Map<string, string[]> | undefined} */
  #members;
  /** Whether members call back later, by name and number of arguments. @type {Map<string, boolean>} */
  #later = new Map();
  /** @type {boolean | undefined} */
  #haveMembers;
  /** @type {string[] | undefined} */
  #files;
  /** The modules, by their names and the files that name them. @type {Map<string, string | undefined>} */
  #resolved = new Map();
  #isReplaced;
  /** @type {ReturnType<typeof constructedInProject>} */
  #isConstructed;
  /** Functions that have to call back at once, with a caller that needs it. @type {ReadonlyMap<string, string> | undefined} */
  #readAtOnce;
  #reExports = new ReExports((file) => this.#parsed.get(file));
  #putAside = new PutAside(
    (file) => this.#parsed.get(file),
    this.#reExports,
    (name) => this.#memberFiles().get(name) ?? [],
  );
  #classMethods = new ClassMethods({
    parse: (file) => this.#parsed.get(file),
    reExports: this.#reExports,
    contextFor: (file, sourceCode) => this.#contextFor(file, sourceCode),
    isConverted: (file) => this.#texts.has(file),
    filesNaming: (name) => this.#memberFiles().get(name) ?? [],
    fixpoint: this.#fixpoint,
  });
  #breakers = new MemberBreakers({
    parse: (file) => this.#parsed.get(file),
    contextFor: (file, sourceCode) => this.#contextFor(file, sourceCode),
    filesNaming: (name) => this.#memberFiles().get(name) ?? [],
    files: () => this.#projectFiles(),
    fileBehind: (path, specifier, name) => this.#fileBehind(path, specifier, name),
    fixpoint: this.#fixpoint,
  });
  #promises = new ExportedPromises({
    parse: (file) => this.#parsed.get(file),
    contextFor: (file, sourceCode) => this.#contextFor(file, sourceCode),
    hasBehind: (...module) => this.#exportsPromise(...module),
    fixpoint: this.#fixpoint,
  });
  /** Files that set promise forms of functions. @type {string[] | undefined} */
  #setting;
  #circles = new ImportCircles((file) => this.#parsed.get(file));
  #handled = new HandledExports(
    new FileUsers({
      files: () => this.#projectFiles(),
      textOf: (path) => this.#textOf(path),
      parse: (file) => this.#parsed.get(file),
      reExports: this.#reExports,
    }),
  );
  /** Exported functions that lose their callback, as far as is known: keys by file. @type {Map<string, Set<string>>} */
  #async = new Map();

  /**
   * @param {readonly ProjectFile[]} files
   * @param {Readonly<Record<string, unknown>>} rawOptions
   * @param {CallsLater | undefined} callsLater
   */
  constructor(files, rawOptions, callsLater) {
    this.callsLater = callsLater;
    this.#texts = new Map(files.map(({ path, source }) => [path, source]));
    this.options = readOptions(rawOptions);
    this.#isReplaced = replacedInProject(files);
    this.#isConstructed = constructedInProject(files);
  }

  /**
   * @param {string} path
   * @returns {Partial<PatternContext>}
   */
  factsFor(path) {
    return {
      importedCallback: (specifier, keys) => {
        const named = this.#resolve(path, specifier);
        const found = named === undefined ? undefined : this.#reExports.origin(named, keys);
        const imported = found && this.#importedFrom(found.file, found.keys.join('.'));
        const isPutAside = () =>
          found !== undefined &&
          named !== undefined &&
          (this.#putAside.has(found.file, found.keys) || this.#putAside.has(named, keys));
        return imported && !imported.maySync && isPutAside()
          ? { ...imported, maySync: true }
          : imported;
      },
      exportsPlainFunction: (specifier, keys, count) => {
        const named = this.#resolve(path, specifier);
        const found = named === undefined ? undefined : this.#reExports.origin(named, keys);
        const sourceCode = found && this.#parsed.get(found.file);
        const plain = sourceCode && plainFunction(sourceCode, found.keys.join('.'), count);
        return plain && rootIn(found.file, rootOfOther(plain));
      },
      handledExport: (start) => this.#handled.read(path, start),
      isInCircle: () => this.#circles.has(path),
      setsPromiseForms: () => {
        this.#setting ??= this.#projectFiles().filter((file) => SETS_FORM.test(this.#textOf(file)));
        return this.#setting.some((file) => file !== path);
      },
      isReplacedExport: (key, file = path) => this.#putAside.has(file, [key]),
      classMethod: (...method) => this.#classMethods.any(path, ...method),
      ...(this.options.api === 'async' && {
        importedMethod: (specifier, keys, name) =>
          this.#classMethods.converted(path, specifier, keys, name),
      }),
      isMemberElsewhere: (name) =>
        this.#memberFiles()
          .get(name)
          ?.some((file) => file !== path) ?? false,
      isReplacedElsewhere: this.#isReplaced,
      isConstructedElsewhere: this.#isConstructed,
      readerElsewhere: (name) => this.#readerOf(name),
      callbacksHaveMembers: () => this.#callbacksHaveMembers(),
      memberBreaks: (name, count, takesMore) =>
        this.#breakers.find(path, name, count, takesMore ? ['', SEVERAL] : ['']),
      memberThrows: (name, count) => this.#breakers.find(path, name, count, [THROWS]) !== undefined,
      moduleBreaks: (specifier, name, count, takesMore) =>
        (takesMore ? [THROWS, SEVERAL] : [THROWS])
          .flatMap((mark) => this.#breakers.behind(path, specifier, name, mark))
          .find(([each]) => each === count)?.[1],
      exportsPromise: (...module) => this.#exportsPromise(path, ...module),
      givenBreaker: (count, key) => this.#breakers.given(path, count, key),
      ...(this.callsLater && {
        memberCallsLater: (name, count) => this.#memberCallsLater(name, count),
      }),
      ...(this.options.api === 'async' && {
        becomesAsync: (start) => {
          const sourceCode = this.#parsed.get(path);
          const keys = sourceCode ? keysAt(sourceCode, start) : [];
          return keys.length > 0 && keys.every((key) => this.#async.get(path)?.has(key) === true);
        },
      }),
    };
  }

  /**
   * Takes for granted that all exported functions can lose their callback, until one cannot.
   *
   * @returns {[string, string][]} Files with a caller and the function that it waits for.
   */
  decideAsync() {
    /** @type {Map<string, FileUse[]>} */
    const uses = new Map();
    for (const path of this.#projectFiles()) {
      const sourceCode = this.#parsed.get(path);
      if (this.#texts.has(path)) {
        const exported = sourceCode ? [...exportedFunctions(sourceCode).keys()] : [];
        const own = exported.filter((key) => !this.#putAside.has(path, key.split('.')));
        this.#async.set(path, new Set(own));
      }
      const known = { files: this.#projectFiles(), reExports: this.#reExports };
      uses.set(path, sourceCode ? usesOfProject(path, sourceCode, known) : []);
    }
    for (const path of this.#texts.keys()) {
      if (declarationsOf(path).length > 0) {
        this.#keep(path, '');
      }
    }
    for (let changed = true; changed;) {
      this.#fixpoint.forget();
      const before = this.#count();
      for (const [path, own] of uses) {
        this.#dropWhatStays(path, own);
      }
      changed = this.#count() < before;
    }
    return [...uses].flatMap(([path, own]) =>
      own
        .filter(({ file, keys }) => this.#async.get(file)?.has(keys) === true)
        .map(({ file }) => /** @type {[string, string]} */ ([path, file])),
    );
  }

  /** @returns {number} */
  #count() {
    return [...this.#async.values()].reduce((sum, keys) => sum + keys.size, 0);
  }

  /**
   * @param {string} path
   * @param {readonly FileUse[]} uses
   */
  #dropWhatStays(path, uses) {
    const sourceCode = this.#parsed.get(path);
    if (!sourceCode) {
      return;
    }
    const isConverted = this.#texts.has(path);
    const own = isConverted ? this.#async.get(path) : undefined;
    const decided = isConverted ? decideFates(this.#contextFor(path, sourceCode)) : undefined;
    for (const [key, found] of own && decided ? exportedFunctions(sourceCode) : []) {
      if (decided?.registry.fateOf(found).kind !== 'inside') {
        own?.delete(key);
      }
    }
    const waiting = new Set(
      [...(decided?.plans.values() ?? [])].flatMap(({ translator }) => [
        ...[...translator.importedCalls].map(placeOf),
      ]),
    );
    for (const { file, keys, call } of uses) {
      if (call === undefined || !waiting.has(call)) {
        this.#keep(file, keys);
      }
    }
  }

  /**
   * @param {string} file
   * @param {string} keys The members of it that are used: everything below keeps its callback.
   */
  #keep(file, keys) {
    for (const handed of this.#reExports.of(file)) {
      if (keys === '' || handed.key === keys || handed.key.startsWith(`${keys}.`)) {
        const { file: from, keys: names } = this.#reExports.origin(handed.file, handed.keys);
        this.#keepOwn(from, names.join('.'));
      }
    }
    this.#keepOwn(file, keys);
  }

  /**
   * @param {string} file
   * @param {string} keys
   */
  #keepOwn(file, keys) {
    const candidates = this.#async.get(file);
    for (const candidate of candidates ?? []) {
      if (keys === '' || candidate === keys || candidate.startsWith(`${keys}.`)) {
        candidates?.delete(candidate);
      } else if (candidate === '' || keys.startsWith(`${candidate}.`)) {
        candidates?.delete(candidate);
      }
    }
  }

  /**
   * @param {string} path
   * @param {string} specifier
   * @param {string | undefined} name
   * @returns {string | undefined} The other file that defines what the one imports by the name.
   */
  #fileBehind(path, specifier, name) {
    const named = this.#resolve(path, specifier);
    const { file } = named === undefined ? {} : this.#reExports.origin(named, name ? [name] : []);
    return file === path ? undefined : file;
  }

  /**
   * @param {string} path
   * @param {string} specifier Of a module that the file loads.
   * @param {string} name
   * @param {PromiseUse} use
   * @returns {boolean} Whether the module has something under the name that is used as a promise in that way.
   */
  #exportsPromise(path, specifier, name, use) {
    const file = this.#fileBehind(path, specifier, name);
    return file !== undefined && this.#promises.has(file, name, use);
  }

  /**
   * @param {string} path
   * @param {string} specifier
   * @returns {string | undefined} The file of the project that the module is.
   */
  #resolve(path, specifier) {
    const from = specifier.startsWith('.') ? dirname(path) : path;
    const key = `${specifier}\0${from}`;
    if (!this.#resolved.has(key)) {
      this.#resolved.set(key, resolveOwnFile(path, specifier));
    }
    return this.#resolved.get(key);
  }

  /** @returns {ReadonlyMap<string, readonly string[]>} */
  #memberFiles() {
    this.#members ??= memberFiles(this.#projectFiles(), (path) => this.#textOf(path));
    return this.#members;
  }

  /**
   * @param {string} path
   * @returns {string}
   */
  #textOf(path) {
    return this.#texts.get(path) ?? readText(path);
  }

  /**
   * @param {string} name
   * @returns {string | undefined}
   */
  #readerOf(name) {
    if (!this.#readAtOnce) {
      const all = this.#allOf(
        (text) => callbackFunction.words.test(text),
        (asking) => [handsIn(asking)],
      );
      this.#readAtOnce = followReads(
        all.flatMap(({ reads }) => reads),
        all.map(({ handings }) => handings),
      );
    }
    return this.#readAtOnce.get(name);
  }

  /**
   * @template Each
   * @param {(text: string) => boolean} mayHold Whether a file with that text is worth parsing.
   * @param {(asking: Asking) => readonly Each[]} read
   * @returns {Each[]} What is read in all files of the project.
   */
  #allOf(mayHold, read) {
    return this.#projectFiles().flatMap((path) => {
      const text = this.#textOf(path);
      const sourceCode = mayHold(text) ? this.#parsed.get(path) : undefined;
      return sourceCode
        ? read({ sourceCode, path, project: readProject(path), options: this.options })
        : [];
    });
  }

  /** @returns {boolean} */
  #callbacksHaveMembers() {
    this.#haveMembers ??= [...this.#texts].some(([path, text]) => {
      const sourceCode = mayReadCallbackMembers(text) ? this.#parsed.get(path) : undefined;
      return sourceCode !== undefined && readsCallbackMembers(sourceCode);
    });
    return this.#haveMembers;
  }

  /**
   * @param {string} name
   * @param {number} count
   * @returns {boolean}
   */
  #memberCallsLater(name, count) {
    const key = `${name}/${count}`;
    const known = this.#later.get(key);
    if (known !== undefined) {
      return known;
    }
    // A function that calls itself is no reason to be later.
    this.#later.set(key, false);
    const isLater = (this.#memberFiles().get(name) ?? []).every((path) => {
      const sourceCode = this.#parsed.get(path);
      const definitions = sourceCode ? (definitionsByName(sourceCode).get(name) ?? []) : [];
      return (
        sourceCode !== undefined &&
        definitions.length > 0 &&
        definitions.every(
          ({ found }) =>
            found?.index === count - 1 &&
            this.callsLater?.(this.#contextFor(path, sourceCode), found) === true,
        )
      );
    });
    this.#later.set(key, isLater);
    return isLater;
  }

  /** @returns {string[]} The files of the project, with those that are not converted. */
  #projectFiles() {
    this.#files ??= projectFilesOf([...this.#texts.keys()]);
    return this.#files;
  }

  /**
   * @param {string} path
   * @param {SourceCodeLike} sourceCode
   * @returns {PatternContext}
   */
  #contextFor(path, sourceCode) {
    const project = readProject(path);
    return {
      sourceCode,
      options: this.options,
      project,
      path,
      ...libraryFacts(path, project),
      ...this.factsFor(path),
    };
  }

  /**
   * @param {string} file
   * @param {string} key Of what the file exports.
   * @returns {ImportedCallback | undefined} Files that need each other know no more than without a plan.
   */
  #importedFrom(file, key) {
    return this.#fixpoint.ask(
      {
        key: `imported ${file}`,
        hope: /** @type {ReadonlyMap<string, ImportedCallback>} */ (new Map()),
        read: () => this.#readImported(file),
      },
      (known) => known.get(key),
    );
  }

  /**
   * @param {string} file
   * @returns {ReadonlyMap<string, ImportedCallback>}
   */
  #readImported(file) {
    const sourceCode = this.#parsed.get(file);
    /** @type {Map<string, ImportedCallback>} */
    const found = new Map();
    if (sourceCode) {
      const { registry } = decideFates(this.#contextFor(file, sourceCode));
      const all = [...exportsOf(sourceCode), ...exportedMembers(sourceCode)];
      for (const [key, exported] of exportedFunctions(sourceCode, all)) {
        const { results, maySync, mayThrow, kind } = registry.fateOf(exported);
        const context = this.#contextFor(file, sourceCode);
        const becomesAsync = kind === 'inside' && this.#async.get(file)?.has(key) === true;
        found.set(key, {
          index: exported.index,
          results,
          maySync: maySync && this.callsLater?.(context, exported) !== true,
          mayThrow,
          breaks: registry.breaks(exported) ? rootIn(file, rootOf(registry, exported)) : undefined,
          givesSeveral: givesSeveral(registry, exported),
          becomesAsync,
          unknownFrom:
            kind === 'refused'
              ? floorOfResults(context, allArguments(sourceCode, exported))
              : undefined,
          givesValue: !becomesAsync && givesValue(sourceCode, exported.fn),
        });
      }
    }
    return found;
  }

  /**
   * @param {string} path
   * @returns {string | undefined} Undefined for one that neither has callbacks nor is a module.
   */
  #read(path) {
    const text = this.#textOf(path);
    return callbackFunction.words.test(text) || /\b(?:require|import|from|exports?)\b/u.test(text)
      ? text
      : undefined;
  }
}
