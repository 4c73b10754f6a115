import { spawnSync } from 'node:child_process';

const CELLS = /** @type {Record<string, string>} */ ({
  PromiseHook: 'hook',
  PromiseResolveLookupChain: 'resolve',
  PromiseSpeciesLookupChain: 'species',
  PromiseThenLookupChain: 'then',
});

/**
 * Runs code in a new process that tells which of V8's protector cells it takes away.
 *
 * @param {string} code A CommonJS module; that it throws does not matter.
 * @returns {string[]} The kinds of `promise-patching` that belong to the cells.
 */
export function protectorsLostBy(code) {
  const { stdout } = spawnSync(
    process.execPath,
    ['--no-warnings', '--trace-protector-invalidation', '--eval', code],
    { encoding: 'utf8' },
  );
  const lost = [...stdout.matchAll(/^Invalidating protector cell (\w+)$/gmu)];
  return [...new Set(lost.flatMap(([, cell = '']) => CELLS[cell] ?? []))];
}
