/**
 * Measures one exported function of two files beside each other: what `async-perf bench before.js
 * after.js` prints, and what the demo shows for a package before and after its migration.
 *
 * @import { Variant } from './child.js'
 * @import { MeasureOptions, PairResult } from './measure.js'
 *
 * @typedef {object} Form One of the two forms.
 * @property {string} file Its imports are resolved from here.
 * @property {string} [source] Its text; by default the file's.
 *
 * @typedef {object} CallOptions What to call, in both forms alike.
 * @property {string} [export] Exported function; `a.b` for a method. May be left out if the module
 *   exports one function only, or one named `run`.
 * @property {unknown[]} [args] Its arguments, as JSON.
 * @property {string} [call] Text of a function that is given the module's exports and returns the
 *   operation: for what takes more than JSON to call.
 * @property {'before' | 'after' | 'both'} [callback] The form whose function takes a callback as its last argument.
 *
 * @typedef {object} Outcomes What a call of each form comes to, as text.
 * @property {boolean} same
 * @property {string} before
 * @property {string} after
 *
 * @typedef {object} Comparison
 * @property {string} name What was called.
 * @property {PairResult} figures
 * @property {Outcomes} [outcomes] Left out where a form does not come to the same twice, or fails.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compileFunction } from 'node:vm';

import { ChildError, runJob } from './child.js';
import { measurePair } from './measure.js';
import { formatComparison } from './report/terminal.js';

export { formatComparison };

/** The comparison cannot be made; the message says what to give. */
export class ComparisonError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'ComparisonError';
  }
}

/**
 * @param {Form} before
 * @param {Form} after
 * @param {CallOptions & MeasureOptions} [options]
 * @returns {Promise<Comparison>}
 * @throws {ComparisonError} if a file cannot be read or it is not clear what to call
 * @throws {ChildError} if a form does not load, or calls its callback more than once
 */
export async function compareForms(before, after, options = {}) {
  const { call, args } = options;
  const forms = {
    before: await toVariant('before', before),
    after: await toVariant('after', after),
  };
  const name =
    options.export ?? (call === undefined ? await chooseExport(forms, options) : 'the given call');
  const variants = /** @type {const} */ (['before', 'after']).map((side) => ({
    ...forms[side],
    ...(call === undefined ? { export: name } : { call }),
    ...(args && { args }),
    ...((options.callback === side || options.callback === 'both') && {
      style: /** @type {const} */ ('callback'),
    }),
  }));
  const [first = forms.before, second = forms.after] = variants;
  const outcomes = await compareOutcomes(first, second, options);
  const figures = await measurePair(first, second, options);
  return { name, figures, ...(outcomes && { outcomes }) };
}

/**
 * @param {Variant} before
 * @param {Variant} after
 * @param {MeasureOptions} options
 * @returns {Promise<Outcomes | undefined>} undefined where there is nothing to compare; why a form
 *   fails is said by what measures it
 */
async function compareOutcomes(before, after, options) {
  const answers = await Promise.all([before, after].map((form) => readOutcome(form, options)));
  const problem = answers.find((answer) => answer?.problem !== undefined)?.problem;
  if (problem !== undefined) throw new ChildError('failed', problem);
  const [left, right] = answers;
  if (!left || !right || left.first !== left.second || right.first !== right.second) {
    return undefined;
  }
  return { same: left.first === right.first, before: left.first, after: right.first };
}

/**
 * @param {Variant} variant
 * @param {MeasureOptions} options
 * @returns {Promise<{ first: string, second: string, problem?: string } | undefined>}
 */
async function readOutcome(variant, options) {
  try {
    return await runJob({ mode: 'outcome', variants: [variant] }, childOptions(options));
  } catch (error) {
    if (error instanceof ChildError) return undefined;
    throw error;
  }
}

/** @param {MeasureOptions} options */
function childOptions({ node, timeout }) {
  return { ...(node && { execPath: node.execPath }), ...(timeout && { timeout }) };
}

/**
 * @param {string} file
 * @param {readonly string[]} codemods by name, in the order in which they run
 * @param {Record<string, unknown>} [options] of the codemods
 * @returns {Promise<Form & { source: string, applied: string[] }>} what they make of the file
 * @throws {ComparisonError} if none of them changes it, with their reasons
 */
export async function convertForm(file, codemods, options = {}) {
  const { convert } = await import('../core/codemod/convert.js');
  let source = await readSource(file);
  const applied = [];
  const reasons = [];
  for (const name of codemods) {
    const { codemod } = await import(`../codemods/${name}.js`);
    const result = convert({ path: path.resolve(file), source }, codemod, options);
    if (result.error) {
      const { line, column, message } = result.error;
      throw new ComparisonError(`${file}:${line}:${column} does not parse: ${message}`);
    }
    for (const site of result.sites) {
      if (site.status === 'refused') {
        reasons.push(`${file}:${site.line}:${site.column} ${name}: ${site.reason}`);
      }
    }
    if (result.changed) applied.push(name);
    source = result.source;
  }
  if (applied.length === 0) {
    const because = reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
    throw new ComparisonError(
      `No codemod changes ${file}${because}. Give a second file to compare it with`,
    );
  }
  return { file, source, applied };
}

/**
 * @param {'before' | 'after'} name
 * @param {Form} form
 * @returns {Promise<Variant & { source: string }>}
 */
async function toVariant(name, { file, source }) {
  const filename = path.resolve(file);
  if (/\.(?:[cm]?tsx?|jsx)$/u.test(file)) {
    throw new ComparisonError(
      `${file} is no JavaScript: compile it, with \`npx tsc --target es2022 ${file}\` for example, and give what comes out`,
    );
  }
  const text = source ?? (await readSource(filename));
  return { name, filename, source: text, format: await moduleFormat(filename, text) };
}

/** @param {string} file */
async function readSource(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ComparisonError(`${file} cannot be read: ${reason}`);
  }
}

/**
 * As Node decides it: the extension, else the nearest package.json, else the syntax.
 *
 * @param {string} filename
 * @param {string} text
 * @returns {Promise<'commonjs' | 'module'>}
 */
async function moduleFormat(filename, text) {
  const extension = path.extname(filename);
  if (extension === '.mjs') return 'module';
  if (extension === '.cjs') return 'commonjs';
  for (let directory = path.dirname(filename); ; directory = path.dirname(directory)) {
    const type = await packageType(path.join(directory, 'package.json'));
    if (type === 'module' || type === 'commonjs') return type;
    if (type !== undefined || directory === path.dirname(directory)) break;
  }
  return isCommonJS(text) ? 'commonjs' : 'module';
}

/**
 * @param {string} text
 * @returns {boolean} whether it compiles as the body of a CommonJS module
 */
function isCommonJS(text) {
  try {
    compileFunction(text, ['exports', 'require', 'module', '__filename', '__dirname']);
    return true;
  } catch (error) {
    // Another mistake is none of a module's: loading says what it is.
    return !/import|export|await|already been declared/u.test(String(error));
  }
}

/**
 * @param {string} file
 * @returns {Promise<string | null | undefined>} null if it names none, undefined if there is no file
 */
async function packageType(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).type ?? null;
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ComparisonError(`${file} cannot be read: ${message}`);
  }
}

/**
 * @param {{ before: Variant, after: Variant }} forms
 * @param {MeasureOptions} options
 * @returns {Promise<string>}
 */
async function chooseExport(forms, options) {
  const child = childOptions(options);
  const [before, after] = await Promise.all(
    [forms.before, forms.after].map(async (variant) => {
      const { names } = await runJob({ mode: 'exports', variants: [variant] }, child);
      return /** @type {string[]} */ (names);
    }),
  );
  const common = (before ?? []).filter((name) => after?.includes(name));
  if (common.includes('run')) return 'run';
  const [only] = common;
  if (only !== undefined && common.length === 1) return only;
  throw new ComparisonError(
    common.length === 0
      ? `${forms.before.filename} (${before?.join(', ') || 'nothing'}) and ${forms.after.filename} (${after?.join(', ') || 'nothing'}) export no function of the same name`
      : `Both files export ${common.join(', ')}: choose one with --export`,
  );
}
