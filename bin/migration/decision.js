/** @import { ProjectKind } from '../../core/config/project-kind.js' */

import { dirname, join, relative } from 'node:path';

import gte from 'semver/functions/gte.js';

import { toolsWithoutAsync } from '../../core/config/old-tools.js';
import { projectKindOf, readSource } from '../../core/config/project-kind.js';
import { FIRST_ASYNC_NODE, nodeFloor } from '../../core/analysis/environment/node-floor.js';
import { readProject } from '../../core/analysis/environment/project.js';
import { readOptions } from '../../core/contract/options.js';
import { createPrompt } from '../terminal/prompt.js';

/**
 * The trust and the face to callers outside of a file that a project gets where the options do not give them.
 *
 * @typedef {object} Decision
 * @property {ProjectKind['kind']} kind
 * @property {'library' | 'application'} trust
 * @property {'keep' | 'dual' | 'async'} api
 * @property {string} because
 */

/** `require(path.join(directory, name))`, `require(name)` */
const COMPUTED_REQUIRE = /\b(?:require|import)\s*\(\s*(?:[A-Za-z_$][\w$]*\s*[,)]|path\s*\.)/u;

/** `fn.constructor.name === 'AsyncFunction'`, `Function.prototype.toString.call(fn)` */
const LOOKED_AT =
  /\.constructor\.name\s*[!=]==?\s*["'](?:Async|Generator)?Function["']|\bFunction\.prototype\.toString\.call\b/u;

/**
 * @param {readonly string[]} files Absolute.
 * @param {Pick<ProjectKind, 'because' | 'kind'>} kind
 * @param {string} [root] The directory that paths are relative to.
 * @returns {Decision}
 */
export function decide(files, { kind, because }, root = process.cwd()) {
  if (kind === 'library') {
    return { kind, trust: 'library', api: 'keep', because };
  }
  const caller = findUnseenCaller(files, root);
  return caller === undefined
    ? { kind, trust: 'application', api: 'async', because }
    : { kind, trust: 'application', api: 'dual', because: `${because}, and ${caller}` };
}

/**
 * @param {readonly string[]} files
 * @param {string} root The directory that paths are relative to.
 * @returns {string | undefined} The place of code that loads plugins or looks at functions: code out of sight may
 *   call the functions of such an application.
 */
function findUnseenCaller(files, root) {
  for (const file of files) {
    const text = readSource(file);
    if (LOOKED_AT.test(text)) {
      return `${placeOf(file, text, LOOKED_AT, root)} looks at functions`;
    }
    if (/plugin|extension|addon/iu.test(relative(root, file)) && COMPUTED_REQUIRE.test(text)) {
      return `${placeOf(file, text, COMPUTED_REQUIRE, root)} loads plugins`;
    }
  }
  return undefined;
}

/**
 * @param {string} file
 * @param {string} text
 * @param {RegExp} sign
 * @param {string} root
 * @returns {string} `FILE:LINE`
 */
function placeOf(file, text, sign, root) {
  const line = text.slice(0, text.search(sign)).split('\n').length;
  return `${relative(root, file)}:${line}`;
}

/**
 * Says what the project is taken for, and how to choose otherwise; nothing where both options are given, or where
 * no package.json can be read, so that nothing is converted. A person on a terminal is asked about a project
 * without a sign of what it is.
 *
 * @template {{ api?: string | undefined, trust?: string | undefined }} Values
 * @param {readonly string[]} files Absolute.
 * @param {Values} values The options as they were given.
 * @param {{ input: NodeJS.ReadableStream & { isTTY?: boolean }, output: NodeJS.WritableStream }} terminal
 * @returns {Promise<Values>} With the decision.
 */
export async function decideOptions(files, values, { input, output }) {
  const { api, trust } = values;
  if (api !== undefined && trust !== undefined) {
    return values;
  }
  const found = projectKindOf(files);
  if (found === undefined) {
    return values;
  }
  const kind =
    found.isSure || !input.isTTY
      ? found
      : { kind: await askForKind({ input, output }), because: 'you said so' };
  const decision = decide(files, kind);
  const decided = { api: api ?? decision.api, trust: trust ?? decision.trust };
  const isLibrary = kind.kind === 'library';
  output.write(
    `async-perf: taken for ${isLibrary ? 'a library' : 'an application'} (${decision.because}): --trust=${decided.trust} --api=${decided.api}; choose otherwise with ${isLibrary ? '--trust=application --api=async' : '--trust=library --api=keep'}\n`,
  );
  return { ...values, ...decided };
}

/**
 * @param {{ input: NodeJS.ReadableStream, output: NodeJS.WritableStream }} terminal
 * @returns {Promise<ProjectKind['kind']>}
 */
async function askForKind(terminal) {
  const prompt = createPrompt(
    /** @type {const} */ (['application', 'library']),
    terminal,
    'no answer could be read: give --trust=application or --trust=library',
  );
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
 * @param {string} root The directory that paths are relative to.
 * @param {NodeJS.WritableStream} output
 */
export function warnOfToolchain(files, values, root, output) {
  const options = readOptions(values);
  const projects = new Map(
    [...new Set(files.map((file) => dirname(file)))].map((directory) => {
      const project = readProject(join(directory, 'package.json'));
      return [project.manifest, project];
    }),
  );
  for (const [manifest, project] of projects) {
    if (manifest !== undefined && !gte(nodeFloor({ options, project }), FIRST_ASYNC_NODE)) {
      const source =
        options.node === undefined
          ? `${relative(root, manifest)} says that Node ${project.engines} is enough, which`
          : `--node=${options.node}: this Node`;
      output.write(
        `async-perf: ${source} has no async functions: nothing is converted. Give the oldest Node that runs the code, such as --node=20\n`,
      );
    }
  }
  const manifests = [...projects.keys()].filter((manifest) => manifest !== undefined);
  for (const { file, problem, repair } of toolsWithoutAsync(manifests)) {
    output.write(`async-perf: ${relative(root, file)}: ${problem}; ${repair} first\n`);
  }
}
