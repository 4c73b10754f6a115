/** Attacks `migrate` 200 times: `npm run test:attacks`, with a number of runs and a first seed if wanted. */

import { attack } from './attack.js';

const [runs = 200, first = 0] = process.argv.slice(2).map(Number);
/** @type {Map<string, number>} */
const counts = new Map();
let failures = 0;
for (let seed = first; seed < first + runs; seed++) {
  const { name, wrong } = await attack(seed);
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (wrong.length > 0) {
    failures += 1;
    process.stdout.write(`attack ${seed} (${name}):\n  ${wrong.join('\n  ')}\n`);
  }
}
const kinds = [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
process.stdout.write(`${runs} attacks (${kinds}): ${failures} lost something or touched more\n`);
process.exitCode = failures > 0 ? 1 : 0;
