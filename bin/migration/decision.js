/** @import { ProjectKind } from '../../core/config/project-kind.js' */

import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

import gte from 'semver/functions/gte.js';

import { toolsWithoutAsync } from '../../core/config/old-tools.js';
import { projectKindOf } from '../../core/config/project-kind.js';
import { FIRST_ASYNC_NODE, nodeFloor } from '../../core/analysis/node-floor.js';
import { readProject } from '../../core/analysis/project.js';
import { readOptions } from '../../core/contract/options.js';
import { createPrompt } from '../terminal/prompt.js';

/**
 * What a run takes the project for, and with it the trust and the face to callers outside of a file, unless they
 * are given.
 *
 * @typedef {object} Decision
 * @property {ProjectKind['kind']} kind
 * @property {'library' | 'application'} trust
 * @property {'keep' | 'dual' | 'async'} api
 * @property {string} because
 */

/** `require(path.join(directory, name))`: code that the project loads by a name that it computes. */
const COMPUTED_REQUIRE = /\b(?:require|import)\s*\(\s*(?:[A-Za-z_$][\w$]*\s*[,)]|path\s*\.)/u;

/** A function that somebody looks at: `fn.constructor.name === 'AsyncFunction'`. */
const LOOKED_AT = /\.constructor\.name\b/u;

/**
 * @param {readonly string[]} files Absolute.
 * @param {Pick<ProjectKind, 'because' | 'kind'>} kind
 * @param {string} [root] What paths are relative to.
 * @returns {Decision}
 */
export function decide(files, { kind, because }, root = process.cwd()) {
  if (kind === 'library') {
    return { kind, trust: 'library', api: 'keep', because };
  }
  const reason = opensItself(files, root);
  return reason === undefined
    ? { kind, trust: 'application', api: 'async', because }
    : { kind, trust: 'application', api: 'dual', because: `${because}, and ${reason}` };
}

/**
 * @param {readonly string[]} files
 * @param {string} root What paths are relative to.
 * @returns {string | undefined} Why code that nobody here sees may call the functions of an application.
 */
function opensItself(files, root) {
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    if (LOOKED_AT.test(text)) {
      return `${lineOf(relative(root, file), text, LOOKED_AT)} looks at functions`;
    }
    if (/plugin|extension|addon/iu.test(relative(root, file)) && COMPUTED_REQUIRE.test(text)) {
      return `${lineOf(relative(root, file), text, COMPUTED_REQUIRE)} loads plugins`;
    }
  }
  return undefined;
}

/**
 * @param {string} file
 * @param {string} text
 * @param {RegExp} sign
 * @returns {string} `FILE:LINE`
 */
function lineOf(file, text, sign) {
  const line = text.slice(0, text.search(sign)).split('\n').length;
  return `${file}:${line}`;
}

/**
 * Says what the project is taken for, and how to choose otherwise. Where nothing says what it is, a terminal is
 * asked.
 *
 * @template {{ api?: string | undefined, trust?: string | undefined }} Values
 * @param {readonly string[]} files Absolute.
 * @param {Values} values The options as they were given.
 * @param {{ input: NodeJS.ReadableStream & { isTTY?: boolean }, output: NodeJS.WritableStream }} terminal
 * @returns {Promise<Values & { api: string, trust: string }>} With what was decided.
 */
export async function decideOptions(files, values, { input, output }) {
  const found = projectKindOf(files);
  const isGiven = values.api !== undefined && values.trust !== undefined;
  const kind =
    isGiven || found.isSure || !input.isTTY
      ? found
      : { ...found, kind: await askForKind({ input, output }), because: 'you said so' };
  const decision = decide(files, kind);
  const trust = values.trust ?? decision.trust;
  const api = values.api ?? decision.api;
  const other =
    kind.kind === 'library' ? '--trust=application --api=async' : '--trust=library --api=keep';
  output.write(
    isGiven
      ? `async-perf: --trust=${trust} --api=${api}, as given\n`
      : `async-perf: taken for ${kind.kind === 'library' ? 'a library' : 'an application'} (${decision.because}): --trust=${trust} --api=${api}; choose otherwise with ${other}\n`,
  );
  return { ...values, api, trust };
}

/**
 * @param {{ input: NodeJS.ReadableStream, output: NodeJS.WritableStream }} terminal
 * @returns {Promise<ProjectKind['kind']>}
 */
async function askForKind(terminal) {
  const prompt = createPrompt(/** @type {const} */ (['application', 'library']), terminal);
  try {
    return await prompt.ask(
      'Nothing says what this project is. Is it an application or a library?',
    );
  } finally {
    prompt.close();
  }
}

/**
 * Says before anything is written what has to change in the project first.
 *
 * @param {readonly string[]} files Absolute.
 * @param {Readonly<Record<string, unknown>>} values The options as they were given.
 * @param {string} root What paths are relative to.
 * @param {NodeJS.WritableStream} output
 */
export function warnOfToolchain(files, values, root, output) {
  const options = readOptions(values);
  const projects = new Map(
    [...new Set(files.map((file) => dirname(file)))].map((directory) => {
      const project = readProject(`${directory}/package.json`);
      return [project.manifest, project];
    }),
  );
  for (const [manifest, project] of projects) {
    if (manifest !== undefined && !gte(nodeFloor({ options, project }), FIRST_ASYNC_NODE)) {
      output.write(
        `async-perf: ${relative(root, manifest)} says that Node ${options.node ?? project.engines ?? ''} is enough, which has no async functions: nothing is converted. Give the oldest Node that really runs the code, such as --node=20\n`,
      );
    }
  }
  for (const { file, problem, repair } of toolsWithoutAsync(files)) {
    output.write(`async-perf: ${relative(root, file)}: ${problem}; ${repair} first\n`);
  }
}
