import { fileURLToPath } from 'node:url';

import ts from 'typescript-5.9';

/** @import { Converter } from '../examine.js' */

/** "This may be converted to an async function." */
const SUGGESTION = 80006;

const PROGRAM = '/program.js';

const TYPES = fileURLToPath(new URL('../../../node_modules/@types/', import.meta.url));

/** What the programs require, as far as the refactoring needs to know types. */
const OPERATIONS = `
export function op(at: any, label: string, ...args: any[]): Promise<any>;
export function call(at: any, label: string, ...args: any[]): void;
export function log(at: any, label: string, ...args: any[]): any;
`;

/**
 * TypeScript 5.9's "Convert to async function", applied to one function after the other as an editor
 * does it: when it is asked for all of a file, it stops at the first that it cannot convert. Later
 * versions of TypeScript have it no more.
 *
 * @param {{ types?: string[] }} [options] The packages of types that it knows beside OPERATIONS.
 * @returns {Converter}
 */
export function typescriptRefactoring({ types = [] } = {}) {
  /** @type {Map<string, { text: string, version: number }>} */
  const files = new Map([['/operations.d.ts', { text: OPERATIONS, version: 1 }]]);
  const host = {
    getScriptFileNames: () => [PROGRAM],
    getScriptVersion: (/** @type {string} */ name) => String(files.get(name)?.version ?? 0),
    getScriptSnapshot: (/** @type {string} */ name) => {
      const text = files.get(name)?.text ?? ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/',
    getCompilationSettings: () => ({
      allowJs: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      lib: ['lib.es2022.d.ts'],
      types,
      typeRoots: [TYPES],
    }),
    getDefaultLibFileName: (/** @type {any} */ options) => ts.getDefaultLibFilePath(options),
    fileExists: (/** @type {string} */ name) => files.has(name) || ts.sys.fileExists(name),
    readFile: (/** @type {string} */ name) => files.get(name)?.text ?? ts.sys.readFile(name),
  };
  const service = ts.createLanguageService(host);
  const format = ts.getDefaultFormatCodeSettings('\n');
  let version = 0;
  /** @param {string} text */
  const load = (text) => {
    version += 1;
    files.set(PROGRAM, { text, version });
  };
  return guarded((text) => {
    let result = text;
    load(result);
    /** @type {Set<string>} */
    const tried = new Set();
    for (;;) {
      const suggestion = service
        .getSuggestionDiagnostics(PROGRAM)
        .find(
          ({ code, start, length }) =>
            code === SUGGESTION && !tried.has(result.slice(start, start + length)),
        );
      if (suggestion === undefined) return result;
      const { start, length } = suggestion;
      tried.add(result.slice(start, start + length));
      const [fix] = service.getCodeFixesAtPosition(
        PROGRAM,
        start,
        start + length,
        [SUGGESTION],
        format,
        {},
      );
      result = applyChanges(
        result,
        (fix?.changes ?? []).flatMap(({ textChanges }) => [...textChanges]),
      );
      load(result);
    }
  });
}

/**
 * @param {string} text
 * @param {{ span: { start: number, length: number }, newText: string }[]} changes
 * @returns {string}
 */
function applyChanges(text, changes) {
  return [...changes]
    .sort((one, other) => other.span.start - one.span.start)
    .reduce(
      (result, { span, newText }) =>
        result.slice(0, span.start) + newText + result.slice(span.start + span.length),
      text,
    );
}

/**
 * @param {(text: string) => string} transform
 * @returns {Converter} The same, with a crash for a result. All of the peers turn a synchronous throw
 *   into a rejection, as this project does where it says so: that is not what is looked for.
 */
export const guarded = (transform) => (text) => {
  try {
    const source = transform(text);
    const site = { status: 'converted', line: 1, assumes: ['throws-late'] };
    return { source, sites: source === text ? [] : [site] };
  } catch (error) {
    const [message = ''] = String(error).split('\n');
    return { source: text, sites: [], error: { message, line: 1 } };
  }
};
