import { FIRST_ASYNC_NODE, nodeFloor } from '../analysis/environment/node-floor.js';
import { readProject } from '../analysis/environment/project.js';
import { readOptions } from '../contract/options.js';
import gte from 'semver/functions/gte.js';

/** Commands that compile with TypeScript. */
const TYPESCRIPT_COMMAND = /(?:^|[\s&|;("'/])(?:tsc|ttsc|tspc|vue-tsc)(?![\w.:-])[^&|;]*/gu;

/** Options with which such a command writes no JavaScript, or writes it nowhere. */
const EMITS_NOTHING = /--(?:noEmit|emitDeclarationOnly|showConfig|help|version)\b(?!\s+false)/iu;

/** The packages that compile with TypeScript and its configuration for another tool. */
const TYPESCRIPT_DRIVERS = [
  '@rollup/plugin-typescript',
  'awesome-typescript-loader',
  'grunt-ts',
  'gulp-typescript',
  'rollup-plugin-typescript',
  'rollup-plugin-typescript2',
  'ts-loader',
  'ts-node',
  'ts-node-dev',
  'tsify',
];

/** The packages that take the types out themselves, so that TypeScript only checks them. */
const OTHER_COMPILERS = [
  '@babel/preset-typescript',
  '@parcel/transformer-typescript-types',
  '@remix-run/dev',
  '@sveltejs/kit',
  '@swc-node/register',
  '@swc/cli',
  '@swc/core',
  '@types/bun',
  'astro',
  'babel-preset-expo',
  'bun-types',
  'esbuild',
  'esbuild-loader',
  'expo',
  'gatsby',
  'metro',
  'next',
  'nuxt',
  'parcel',
  'parcel-bundler',
  'react-native',
  'react-scripts',
  'rolldown',
  'rollup-plugin-esbuild',
  'sucrase',
  'tsdown',
  'tsup',
  'tsx',
  'unbuild',
  'vite',
];

/**
 * Whether async functions have to be down-levelled here: the package runs on a Node without them, or
 * zone.js follows asynchronous work, which it cannot through `await`.
 *
 * https://angular.dev/guide/zone#zones-and-async-await
 *
 * @param {string | undefined} file
 * @returns {boolean}
 */
export function needsDownLevelling(file) {
  const project = readProject(file);
  return (
    'zone.js' in project.dependencies ||
    (project.engines !== undefined &&
      !gte(nodeFloor({ options: readOptions(), project }), FIRST_ASYNC_NODE))
  );
}

/**
 * @param {string} file
 * @returns {boolean} Whether it is TypeScript that writes the JavaScript of the package: a script runs
 *   it for that, or the package names no other compiler.
 */
export function isEmittedByTypeScript(file) {
  const { dependencies, scripts } = readProject(file);
  if (TYPESCRIPT_DRIVERS.some((name) => name in dependencies)) {
    return true;
  }
  const commands = Object.values(scripts)
    .filter((script) => typeof script === 'string')
    .flatMap((script) => script.match(TYPESCRIPT_COMMAND) ?? []);
  return commands.length > 0
    ? commands.some((command) => !EMITS_NOTHING.test(command))
    : !OTHER_COMPILERS.some((name) => name in dependencies);
}
