/** @import { Project } from '../contract/pattern.js' */

import { basename, dirname, relative } from '#project-facts';

import { readProject } from '../analysis/environment/project.js';
import { isTestPlace } from '../analysis/environment/test-runners.js';
import { isPublished } from './project-kind.js';

/** The packages that answer requests, and make no pages. */
const BACKENDS =
  /^(?:@(?:apollo\/server|hapi\/hapi|nestjs\/core|trpc\/server)|apollo-server(?:-\w+)?|connect|discord\.js|express|fastify|h3|hono|koa|polka|restify|sails|socket\.io)$/u;

/** The packages that do both. */
const WITH_PAGES = /^(?:next|nuxt)$/u;

/** The packages that build, in a package whose server is for developers. */
const BUILDERS =
  /^(?:@rspack\/core|@sveltejs\/kit|broccoli|esbuild|rolldown|rollup|vite|webpack)$/u;

/** The packages that read the arguments of a command. */
const ARGUMENTS = /^(?:cac|commander|meow|minimist|yargs)$/u;

/** The keywords by which a package says so itself. */
const COMMAND = /[/-]cli$/u;

/** Functions of AWS Lambda get one request at a time, and what writes code does so for one project. */
const ONE_AT_A_TIME =
  /(?:^|[/-])(?:lambda(?:-|$)|(?:code-?gen|generator|scaffold(?:er)?)$)|^generator-/u;

/** Where packages have what somebody runs by hand, to see how it is done too, or once for each version, or builds. */
const RUN_BY_HAND =
  /^(?:\.hygen|bruno|demo|extra|release|samples?)[\\/]|^tools?[\\/](?:.*[\\/])?release[\\/]|(?:^|[\\/])build-?(?:scripts?|tools?)[\\/]|(?:^|[\\/])(?:__e2e__|benchmarks?|bin|bruno|cli|cron|cypress|danger|database[\\/]updates|db[\\/]updates|dev-?server|dev-env|devtools|e2e|examples?|integration-tests?|migrat(?:e|ions?(?:-\w+)?|ors?)|onboarding|(?:api-plugin-)?sample-data|\.?scripts?|seed(?:er|ing)?s?|setup|start-?up|testing|tooling|unused)[\\/]|\.config\.[cm]?[jt]s$/iu;

/** Files that set up, fill, build or convert what a server has, or serve who works on it, by their names. */
const SETS_UP =
  /^(?:boot(?:strap)?|build(?:-[\w-]+)?|dangerfile|dev-?server|install(?:er)?|onboarding|scripts?|shut-?down|seed(?:er)?s?|setup|start-?up)$|(?:^|[-_.])(?:dev-?server|(?:db|database)-?seed|global-?(?:setup|teardown)|seed(?:er|s)?|setup|teardown)(?:[-_.]|$)|migrat(?:e|ion|or)|schema-?upgrade/iu;

/** Files that serve one person, in a package that nobody starts as a server. */
const SERVES_LOCALLY = /^(?:preview|serve)$/u;

/**
 * @param {string} file
 * @returns {boolean} Whether the file, or the whole package, is a program for the command line, or the like:
 *   nobody else waits there.
 */
export function isCommand(file) {
  const { hasCommand, name, production, manifest } = readProject(file);
  const names = Object.keys(production);
  const builds = names.some((each) => BUILDERS.test(each));
  const serves = names.some((each) => BACKENDS.test(each) || WITH_PAGES.test(each));
  return (
    ONE_AT_A_TIME.test(name ?? '') ||
    (hasCommand === true
      ? !serves || builds || COMMAND.test(name ?? '')
      : (builds || names.some((each) => ARGUMENTS.test(each))) && !serves) ||
    isRunByHand(file, manifest)
  );
}

/**
 * @param {string} file
 * @param {string | undefined} manifest The nearest package.json.
 * @returns {boolean} Whether a folder of the package says so, or one of the package above: examples often are
 *   packages of their own.
 */
function isRunByHand(file, manifest) {
  if (manifest === undefined) {
    return false;
  }
  const { manifest: above } = readProject(dirname(manifest));
  return [manifest, above].some(
    (each) => each !== undefined && RUN_BY_HAND.test(relative(dirname(each), file)),
  );
}

/**
 * @param {string} file
 * @returns {boolean} Whether the file lies where it serves a test or one person, or sets something up.
 */
export function isAside(file) {
  const project = readProject(file);
  const stem = basename(file).replace(/\.[cm]?[jt]sx?$/u, '');
  return (
    isTestPlace(file, project) ||
    isOfTests(project) ||
    isRunByHand(file, project.manifest) ||
    SETS_UP.test(stem) ||
    (SERVES_LOCALLY.test(stem) &&
      project.manifest !== undefined &&
      project.scripts['start'] === undefined)
  );
}

/** Packages of helpers for tests. */
const TEST_PACKAGE = /(?:^|[/-])test(?:-?containers|-?(?:helpers?|kit|tools?|utils?)|ing)$/u;

/** A folder that is a package of its own, with what tests the one above. */
const TEST_FOLDER = /^(?:__tests__|e2e|tests?)$/u;

/**
 * @param {Project} project
 * @returns {boolean} `server/test/package.json`, or a package of helpers for tests.
 */
function isOfTests({ manifest, name }) {
  if (TEST_PACKAGE.test(name ?? '')) {
    return true;
  }
  const folder = manifest === undefined ? '' : dirname(manifest);
  return TEST_FOLDER.test(basename(folder)) && readProject(dirname(folder)).manifest !== undefined;
}

/** Folders of what runs in a browser, beside a server. */
const CLIENT_FOLDER =
  /(?:^|[\\/])(?:assets|browser|client|components|frontend|hooks|pages|public|static|stores?|views|web|webapp|www)[\\/]/u;

/** Folders of packages that are one. */
const CLIENT_ROOT = /(?:^|-)(?:admin|client|console|dashboard|frontend|ui|web(?:app|site)?)$/u;

/** Names of packages that are one. */
const CLIENT_PACKAGE = /(?:^|[-/])(?:client|console|dashboard|frontend|ui|web(?:app|site)?)$/u;

/** Packages that pages are made with. */
const PAGES =
  /^(?:@angular\/core|aframe|nuxt|lit(?:-element|-html)?|preact|react(?:-dom|-native)?|solid-js|svelte|three|vue)$/u;

/**
 * @param {string} file
 * @returns {boolean} Whether the file lies where a project has what runs in browsers, or its package makes pages
 *   and has no server.
 */
export function isInBrowser(file) {
  const { manifest, dependencies, name, tools = dependencies } = readProject(file);
  const names = Object.keys(dependencies);
  const makesPages = names.some((each) => PAGES.test(each));
  const isClient =
    CLIENT_PACKAGE.test(name ?? '') ||
    (manifest !== undefined && CLIENT_ROOT.test(basename(dirname(manifest))));
  const serves = names.some((each) => BACKENDS.test(each));
  // A workspace may have what all its packages are made with in its own package.json.
  if (isClient && !serves && Object.keys(tools).some((each) => PAGES.test(each))) {
    return true;
  }
  const inside = manifest === undefined ? '' : relative(dirname(manifest), file);
  return (makesPages && !serves) || CLIENT_FOLDER.test(inside);
}

/**
 * @param {string} file
 * @returns {boolean} Whether the package is made for others to use, and answers no requests itself: who uses it
 *   decides for how long it waits.
 */
export function isForOthers(file) {
  const { manifest, production } = readProject(file);
  return (
    manifest !== undefined &&
    isPublished(manifest) &&
    !Object.keys(production).some((each) => BACKENDS.test(each))
  );
}
