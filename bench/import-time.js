import { execFileSync } from 'node:child_process';

import { median } from './statistics.js';

const PLUGIN = new URL('../index.js', import.meta.url).href;
const EMPTY = 'data:text/javascript,export{}';

/**
 * What a process waits for when a configuration imports the plugin, beside an empty module, in turn.
 *
 * @param {number} rounds Each imports both once, in processes of their own.
 * @returns {{ plugin: number, empty: number }} Medians in milliseconds on the clock.
 */
export function measureImports(rounds) {
  /** @type {{ plugin: number[], empty: number[] }} */
  const samples = { plugin: [], empty: [] };
  for (let round = 0; round < rounds; round++) {
    samples.empty.push(importOnce(EMPTY));
    samples.plugin.push(importOnce(PLUGIN));
  }
  return { plugin: median(samples.plugin), empty: median(samples.empty) };
}

/**
 * @param {string} url
 * @returns {number}
 */
function importOnce(url) {
  const code = `const started = performance.now();
    await import(${JSON.stringify(url)});
    console.log(performance.now() - started);`;
  const flags = ['--input-type=module', '--no-warnings', '--eval', code];
  return Number(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
}
