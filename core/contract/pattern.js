/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Edit } from '../edits/edit.js' */
/** @import { ObligationId } from './obligations.js' */
/** @import { RefusalReason } from './refusals.js' */
/** @import { ConversionOptions } from './options.js' */

/**
 * One place knows a pattern and how it is rewritten. Rules, codemods and the
 * command are faces of it.
 *
 * @typedef {object} Pattern
 * @property {string} name The file's name in `core/patterns/`.
 * @property {RegExp} words A cheap test of the text: a file that fails it holds no site.
 * @property {string} [since] The first Node that runs what it is rewritten to, if that is not the first
 *   with async functions: `util.promisify`, and a comma behind the last argument, are as old as 8.0.
 * @property {Partial<Record<TSESTree.Node['type'] | `${TSESTree.Node['type']}`, SiteFinder>>} visit
 *   Finds the sites at the nodes of a type. ESLint's own traversal drives it in a rule, one shared
 *   walk elsewhere.
 * @property {readonly (TSESTree.Node['type'] | `${TSESTree.Node['type']}`)[]} [gathers] Types of which
 *   the search from the program asks for all nodes: a host that goes through the file anyway gathers
 *   them, and visits the program last.
 * @property {(context: PatternContext, sites: readonly Site[]) => Edit[]} [cleanUp] Takes
 *   declarations out of the file that nothing uses any more once the sites are converted.
 */

/**
 * @callback SiteFinder
 * @param {any} node A node of the type that the finder is registered for.
 * @param {PatternContext} context
 * @returns {Iterable<Site> | Site | undefined}
 */

/**
 * @typedef {object} PatternContext
 * @property {SourceCodeLike} sourceCode
 * @property {ConversionOptions} options
 * @property {Project} project
 * @property {string} [path] Of the file, if it has one.
 * @property {boolean} [isTyped] Whether a compiler infers types in the file.
 * @property {(specifier: string) => boolean} [namesCypress] Whether a sibling file names `cy` or `Cypress`.
 * @property {(specifier: string, keys?: readonly string[]) => boolean} [exportsGenerator] Whether a
 *   sibling file exports a generator function under the keys; under any without them.
 * @property {(start: number) => boolean} [runsElsewhere] Whether the exported generator function that
 *   begins there is run by `co` wherever the project uses it; a plan of the project knows.
 * @property {(start: number) => Refusal | undefined} [keptGenerator] Why such a plan leaves one as it is that
 *   `co` runs in other files.
 * @property {(specifier: string, keys: readonly string[]) => ImportedCoroutine | undefined} [importedCoroutine]
 *   The answer of such a plan about a generator function of another file that becomes an async function.
 * @property {(start: number) => ImportedCoroutine | undefined} [exportedCoroutine] And of one of the file
 *   itself that it calls as a member of what it exports; the member begins there.
 * @property {(specifier: string, keys: readonly string[], isAnyVersion?: boolean) => LibraryValue | undefined} [libraryExport]
 *   The export of a sibling file under the keys, if it is a thing of a package that gives promises: of a version
 *   that takes callbacks too, unless any version is asked for.
 * @property {(name: string) => boolean} [isModelMemberElsewhere] Whether any file of the project gives the
 *   things of such packages another member of that name: a method of a schema, a stub.
 * @property {(callee: TSESTree.Node) => boolean} [callsBackLater] Whether a function that the file
 *   does not show is known to call back in a later tick; a plan of the project may say so.
 * @property {(specifier: string, keys: readonly string[]) => ImportedCallback | undefined} [importedCallback]
 *   The answer of a plan of the project about a function of another file that takes a callback.
 * @property {(specifier: string, keys: readonly string[], count: number) => string | undefined} [exportsPlainFunction]
 *   Where such a plan sees that what another file exports there is a function of at most so many
 *   parameters, and that it calls back in no way it knows.
 * @property {(specifier: string, keys: readonly string[], name: string) => ImportedCallback | undefined} [importedMethod]
 *   The answer of such a plan about a method of a class of another file that still takes a callback, and
 *   calls it once.
 * @property {(specifier: string, keys: readonly string[], name: string) => ClassMethod | undefined} [classMethod]
 *   The answer of such a plan about any method of a class of another file that takes a callback.
 * @property {(name: string, count: number, takesMore: boolean) => string | undefined} [memberBreaks] Where such a
 *   plan sees a member of that name in another file that takes so many arguments, its callback the last of them, and
 *   does not call back once, with an error or a result; `takesMore`: the callback may take more than one result, which
 *   counts then.
 * @property {(name: string, count: number) => boolean} [memberThrows] Whether it sees one that may throw, too.
 * @property {(specifier: string, name: string, use: PromiseUse) => boolean} [exportsPromise] Whether such a
 *   plan sees that module have something under the name that gives a promise, or is made of one.
 * @property {(count: number, key?: string) => string | undefined} [givenBreaker] Where such a plan sees one that takes so many
 *   and does so, and that another file gives a function of this one, as an argument.
 * @property {(specifier: string, name: string | undefined, count: number, takesMore: boolean) => string | undefined} [moduleBreaks] Where
 *   such a plan sees one in that module which does so, or may throw: any function of it, where it does
 *   not show the name.
 * @property {(start: number) => boolean} [becomesAsync] Whether such a plan changes all callers of the
 *   exported function that begins there.
 * @property {() => boolean} [isInCircle] Whether the file imports one of the project that imports it, at
 *   whatever distance; a plan of the project knows.
 * @property {() => boolean} [setsPromiseForms] Whether another file of the project gives functions a form
 *   for `util.promisify` by an assignment, which a member that cannot be written would not take.
 * @property {() => boolean} [callbacksHaveMembers] Whether a function of the project asks its callback
 *   for a member.
 * @property {(name: string) => boolean} [isMemberElsewhere] Whether any other file of the project may
 *   define a member of that name; a plan of the project knows.
 * @property {(name: string, isFile?: boolean) => boolean} [isConstructedElsewhere] Whether a file of the project
 *   uses something of that name as a constructor, in any case if the name is a file's.
 * @property {(name: string) => boolean} [isReplacedElsewhere] Whether a file of the project, a test
 *   perhaps, gives that member of a module another value, `fs.stat` being its name, or the global `setTimeout`.
 * @property {(key: string, name?: string) => boolean} [isReplacedExport] Whether a file of the project puts
 *   another function in the place of what the file, or the package of the name, exports under the key; a
 *   plan of the project knows.
 * @property {(start: number) => UnreadUse | undefined} [handledExport] How the project uses the exported
 *   function that begins there, if it does and nobody looks at what it returns, or at what that returns;
 *   a plan of the project knows.
 * @property {(name: string) => string | undefined} [readerElsewhere] `FILE:LINE` of a caller in the project
 *   that reads what its callback has noted as soon as a function or method of that name returns; a plan
 *   of the project knows.
 * @property {boolean} [ignoresCallers] Whether it is another question what callers rely on.
 * @property {(name: string, count: number) => boolean} [memberCallsLater] Whether every member of that
 *   name that a file of the project defines takes so many arguments and calls back in a later tick;
 *   a plan of the project knows.
 * @property {(name: string) => boolean} [isLibraryPromiseElsewhere] Whether some file of the project
 *   calls a method that only promises of a library have on what a member of that name holds or gives,
 *   `exports` being the file itself; a plan of the project knows.
 * @property {(sourceCode: SourceCodeLike, callee: TSESTree.Node, index: number) => boolean} [isLibraryArgumentElsewhere]
 *   Whether some file of the project calls such a method on what a function of that name gets as that
 *   argument; a plan of the project knows.
 * @property {(name: string) => boolean} [isLibraryUsed] Whether any file of the project loads the package;
 *   a plan of the project knows.
 * @property {boolean} [followsTypes] Whether what the file declares as a promise of a library is declared
 *   as a native one then.
 * @property {() => boolean} [isCommand] Whether the file belongs to a program that somebody starts and
 *   waits for.
 * @property {() => boolean} [isInBrowser] Whether the file belongs to what runs in a browser.
 * @property {() => boolean} [isForOthers] Whether the file belongs to a package that is published, and no server.
 * @property {() => boolean} [isAside] Whether the file lies where a project has its tests, scripts or examples.
 * @property {() => ProjectReach | undefined} [reach] The answers of the other files of the project, where the settings
 *   ask for them.
 * @property {(key: string) => boolean} [keepsGenerator] Whether any file of the project keeps a
 *   generator function under the key of a member.
 */

/**
 * The answers of the other files of a project about a function or a listener of one file.
 *
 * @typedef {object} ProjectReach
 * @property {() => boolean} takesRejections Whether the project listens for rejections that nobody else handles, and
 *   lives on.
 * @property {(start: number) => CallersElsewhere | undefined} callersOf The callers of the exported function that begins
 *   there; undefined where the files do not show them.
 * @property {(sourceCode: SourceCodeLike, callee: TSESTree.Node) => boolean} neverRejects Whether the callee is an async
 *   function of another file that catches whatever it meets.
 *
 * @typedef {{ kind: 'request', at: string } | { kind: 'start' }} CallersElsewhere A handler of requests among others,
 *   with the `FILE:LINE` of its call, or nothing but what gets a program going, tests and scripts.
 */

/**
 * A generator function of another file of the project that becomes an async function.
 *
 * @typedef {object} ImportedCoroutine
 * @property {boolean} finishesAtOnce Whether a call may end without having waited.
 * @property {boolean} returnsPlain Whether what it returns is certainly no promise.
 */

/**
 * A thing of a package that gives promises where no callback is given, as the table of these has it.
 *
 * @typedef {object} LibraryValue
 * @property {string} library
 * @property {string} kind
 * @property {boolean} [isExtended] Whether it is of a class of the project that extends one of the library.
 */

/**
 * A function of another file of the project whose last parameter is an error-first callback.
 *
 * @typedef {object} ImportedCallback
 * @property {number} index The callback's place among the parameters.
 * @property {'none' | 'one' | number} results The results that the callback gets beside the error.
 * @property {boolean} maySync Whether it may call back before it returns.
 * @property {boolean} mayThrow Whether it may throw before it returns.
 * @property {string | undefined} breaks Where some path does not call back once, and why.
 * @property {boolean} [givesSeveral] Whether that is only that it gives more results than a promise does.
 * @property {boolean} becomesAsync Whether it loses its callback.
 * @property {'library' | 'application' | undefined} [unknownFrom] The trust from which its results may be assumed to
 *   be no promises, where nothing shows that and it keeps its callback as it is.
 * @property {boolean} [givesValue] Whether it returns something beside calling back.
 */

/**
 * How a function is used by what does not look at its result: a statement calls it, routers alone take it, or a
 * server does, beside whatever else. A `maker` is called for what it gives, and that is what a router takes.
 *
 * @typedef {'call' | 'maker' | 'route' | 'server'} UnreadUse
 */

/**
 * The uses of the exports of another file.
 *
 * @typedef {'called' | 'made' | 'read'} PromiseUse
 */

/**
 * @typedef {object} ClassMethod
 * @property {boolean} mayThrow Whether its text comes to a `throw` before it returns.
 * @property {string | undefined} breaks Where some path does not call back once, or gives results with an error, and
 *   why.
 * @property {boolean} givesSeveral Whether it gives several results.
 */

/**
 * The options of TypeScript, together with those that they extend.
 *
 * @typedef {object} CompilerOptions
 * @property {Readonly<Record<string, unknown>>} options
 * @property {boolean} isComplete Whether all that it extends could be read.
 */

/**
 * The facts about a file that the nearest package.json holds.
 *
 * @typedef {object} Project
 * @property {string | undefined} manifest The path of the package.json.
 * @property {string} [name]
 * @property {string} [main] The module by which the package is loaded.
 * @property {readonly string[]} [otherEntries] And by compilers that bundle it.
 * @property {unknown} [types] The declarations of what it is loaded by.
 * @property {unknown} [exports] As the package.json has them.
 * @property {unknown} [imports]
 * @property {string | undefined} engines The range in `engines.node`.
 * @property {Readonly<Record<string, string>>} dependencies The ranges of all kinds of dependencies.
 * @property {Readonly<Record<string, string>>} production The ranges of those that the project needs
 *   to run.
 * @property {Readonly<Record<string, string>> | undefined} [tools] The dependencies, and those that
 *   are named above the package, where a workspace has its compilers.
 * @property {CompilerOptions | undefined} [compiler] The options of the tsconfig.json beside the package.json.
 * @property {Readonly<Record<string, string>>} scripts
 * @property {boolean} [isModule] Whether Node takes its files for modules.
 * @property {boolean} [hasCommand] Whether the package, or one that it is of, has a command.
 * @property {ReadonlyMap<string, string>} [links] The directories of packages of the same workspace, by name.
 * @property {readonly string[]} [browserFiles] The paths of files that bundlers for browsers put in the
 *   place of others, some of them without their ending.
 * @property {boolean} [isBundled] Whether it says what a bundler for browsers gets, which knows nothing
 *   of newer functions of Node's.
 */

/**
 * A place where the pattern is. It has a plan, or a refusal, or neither where a rule only reports.
 *
 * @typedef {object} Site
 * @property {TSESTree.Node} node The node that is reported.
 * @property {string} kind The form of the pattern.
 * @property {Readonly<Record<string, string>>} [data] Words for the message.
 * @property {Plan} [plan]
 * @property {Refusal} [refusal]
 */

/**
 * @typedef {object} Plan
 * @property {readonly Edit[]} edits
 * @property {boolean} safe Whether the edits can change nothing observable: an autofix. Otherwise a
 *   person decides: a suggestion, or a codemod that reports it.
 * @property {readonly ObligationId[]} assumes The obligations on which it rests without their being shown, beyond
 *   `microticks`.
 * @property {readonly Ground[]} [grounds] The code that these are about, as far as it is known, and the observations of runs.
 * @property {boolean} [needsAdapter] Whether a function is written at the top of the file for it, which makes a promise
 *   form of another one.
 * @property {object} [group] Sites with the same group are converted together or not at all.
 * @property {readonly Plan[]} [requires] Plans that it is right with only: it goes where one of them
 *   does.
 */

/**
 * The code of a site that an obligation is about.
 *
 * @typedef {object} Ground
 * @property {ObligationId} obligation
 * @property {string} subject The code that it is about, in backticks.
 * @property {string} [seen] The observation of recorded runs that shows the obligation: then it is not assumed.
 */

/**
 * @typedef {object} Refusal
 * @property {RefusalReason} reason
 * @property {string} [subject] The source text that the reason is about, for the message.
 * @property {ObligationId} [obligation] The one that has to be shown and is not.
 * @property {Blame} [at] The place that is to blame, where it is not the code that the subject quotes.
 *
 * @typedef {object} Blame
 * @property {string} [file] Another file than that of the site, absolute.
 * @property {number} line 1-based.
 * @property {number} column 1-based.
 */

/** @type {Project} */
export const NO_PROJECT = Object.freeze({
  manifest: undefined,
  engines: undefined,
  dependencies: Object.freeze({}),
  production: Object.freeze({}),
  scripts: Object.freeze({}),
});

/**
 * @param {ReturnType<SiteFinder>} found
 * @returns {Iterable<Site>}
 */
export function eachSite(found) {
  if (!found) {
    return [];
  }
  return Symbol.iterator in found ? found : [found];
}
