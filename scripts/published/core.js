/**
 * `core/` as it is published: what is loaded together is one file. Hundreds of small files are for
 * their readers; whoever installs them pays for each once more, and so does each start.
 *
 * What other directories import keeps its file. It stands there itself, or hands on what stands in one
 * of the shared files, `core/chunks/`.
 */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { rolldown } from 'rolldown';

import { importsOf, reachableFrom } from './imports.js';
import { withoutExamples } from './program.js';

const CHUNKS = 'core/chunks';
const REFUSALS = path.join('core', 'contract', 'refusals.js');

/**
 * @param {string} root Of the package, absolute.
 * @param {readonly string[]} users The other published programs, relative to the root.
 * @returns {Promise<Map<string, string>>} The programs of `core/`, by their files relative to the root.
 * @throws {Error} If a file cannot be read or parsed, or imports what is not there.
 */
export async function bundleCore(root, users) {
  const core = path.join(root, 'core') + path.sep;
  const patterns = patternFiles(root);
  const entries = new Set([
    ...users
      .map((file) => path.join(root, file))
      .flatMap((file) => importsOf(file).map((name) => path.resolve(path.dirname(file), name)))
      .filter((file) => file.startsWith(core) && file.endsWith('.js')),
    // Rules load them by a name that is put together.
    ...patterns,
  ]);
  const chunkOf = createChunks(root, users, patterns);
  const build = await rolldown({
    input: Object.fromEntries(
      [...entries].sort().map((file) => [slashed(path.relative(root, file)).slice(0, -3), file]),
    ),
    platform: 'node',
    external: (name) => !name.startsWith('.') && !path.isAbsolute(name),
    plugins: [
      {
        name: 'without-examples',
        transform: (code, file) =>
          file === path.join(root, REFUSALS) ? withoutExamples(code) : undefined,
      },
    ],
    preserveEntrySignatures: 'allow-extension',
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  try {
    const { output } = await build.generate({
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: `${CHUNKS}/[name].js`,
      comments: false,
      codeSplitting: {
        minSize: 0,
        includeDependenciesRecursively: false,
        groups: [{ name: chunkOf, debugName: 'core' }],
      },
    });
    return new Map(
      output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])),
    );
  } finally {
    await build.close();
  }
}

/**
 * Each file imports only those of its own chunk and of the ones before it, so that no chunk needs another
 * one that is not evaluated yet.
 *
 * @param {string} root
 * @param {readonly string[]} users
 * @param {readonly string[]} patterns
 * @returns {(file: string) => string} The chunk of a file of `core/`: that of a pattern for what it alone
 *   needs.
 */
function createChunks(root, users, patterns) {
  const rules = users.filter((file) => /^(?:index\.js$|rules\b)/u.test(file));
  const byRules = reachableFrom(rules.map((file) => path.join(root, file))).files;
  const byPattern = new Map(patterns.map((file) => [file, reachableFrom([file]).files]));
  const recommended = recommendedPatterns(root);
  return (file) => {
    if (byRules.has(file)) {
      return 'rules';
    }
    const needing = patterns.filter((pattern) => byPattern.get(pattern)?.has(file));
    if (needing.length < 2) {
      return needing.length === 0 ? 'codemods' : path.parse(String(needing[0])).name;
    }
    return needing.some((pattern) => recommended.has(path.parse(pattern).name))
      ? 'recommended'
      : 'patterns';
  };
}

/**
 * @param {string} root
 * @returns {string[]}
 */
function patternFiles(root) {
  return filesIn(path.join(root, 'core', 'patterns'));
}

/**
 * @param {string} root
 * @returns {Set<string>} The names of the patterns that the set `recommended` loads.
 */
function recommendedPatterns(root) {
  return new Set(
    filesIn(path.join(root, 'rules'))
      .map((file) => readFileSync(file, 'utf8'))
      .filter((text) => text.includes('recommended: true'))
      .flatMap((text) => /\bpattern: '(?<name>[\w-]+)'/u.exec(text)?.groups?.['name'] ?? []),
  );
}

/**
 * @param {string} directory
 * @returns {string[]} The programs in it.
 */
function filesIn(directory) {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter((name) => name.endsWith('.js')).map((name) => path.join(directory, name));
}

/**
 * @param {string} file
 * @returns {string}
 */
function slashed(file) {
  return file.replaceAll(path.sep, '/');
}
