import { join } from 'node:path';
import ts from 'typescript';
import { filesOf } from './files.js';

/**
 * What TypeScript's compiler says of programs.
 */

const ROOT = join(import.meta.dirname, '../..');

/** Where files of a program seem to lie: below the project, so that the types of Node are found. */
const HOME = join(ROOT, 'program');

/** @type {ts.CompilerOptions} */
const OPTIONS = {
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.CommonJS,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  ignoreDeprecations: '6.0',
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
};

/** Those of the language and of Node, which all programs share. @type {Map<string, ts.SourceFile | undefined>} */
const libraries = new Map();

/** The last program of the same options: it knows what the libraries import. @type {Map<string, ts.Program>} */
const programs = new Map();

/**
 * @param {string} text
 * @returns {string[]} What the compiler says of its files, without places: those are others afterwards.
 */
export function typeErrors(text) {
  const files = new Map(filesOf(text).map((file) => [join(HOME, file.path), file.text]));
  const { compilerOptions } = JSON.parse(files.get(join(HOME, 'tsconfig.json')) ?? '{}');
  const key = JSON.stringify(compilerOptions);
  const options = {
    ...OPTIONS,
    ...ts.convertCompilerOptionsFromJson(compilerOptions, HOME).options,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, directoryExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.directoryExists = (path) => path.startsWith(HOME) || (directoryExists?.(path) ?? true);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, how) => {
    const own = files.get(path);
    if (own !== undefined) return ts.createSourceFile(path, own, how);
    if (!libraries.has(path)) libraries.set(path, getSourceFile(path, how));
    return libraries.get(path);
  };
  const roots = [...files.keys()].filter((path) => path.endsWith('.ts'));
  const program = ts.createProgram(roots, options, host, programs.get(key));
  programs.set(key, program);
  return roots.flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ code, messageText }) =>
        `TS${code} in ${path.slice(HOME.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

/**
 * @param {string} before A program.
 * @param {string} after The same, converted.
 * @returns {string[]} What the compiler finds in it now, if it found nothing before.
 */
export const newTypeErrors = (before, after) =>
  typeErrors(before).length > 0 ? [] : typeErrors(after);
