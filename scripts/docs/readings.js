/** @import { Draw } from '../../test/corpus/readings.js' */

import { toTable } from '../../test/trials/document.js';

/**
 * What two codemods do with the code of published packages: counted by a detection of its own, and
 * read by somebody.
 *
 * @typedef {{ converted: number, left: Record<string, number> }} Outcome
 *
 * @typedef {object} CountedCalls
 * @property {number} total
 * @property {{ byDefault: number, callbackTiming: number }} converted
 * @property {{ name: string, calls: number, byDefault: Outcome, callbackTiming: Outcome }[]} packages
 */

/**
 * @param {CountedCalls} counted
 * @param {readonly Draw[]} draws
 * @returns {string}
 */
export function renderReadings({ packages }, draws) {
  return `# Conversions that were counted and read

## Calls of \`async\`, by package

\`test/corpus/count-async.js\`, which shares no code with the codemod, counted the calls. The table says
how many convert by default and how many with \`--accept=timing-unobservable\`. It lists the rest by the
reason of the [refusal](refusals.md).

${renderPackages(packages)}
## Drawn and read

A seed drew conversions of [\`async-lib-to-async\`](codemods/async-lib-to-async.md) and
[\`stream-events-to-for-await\`](codemods/stream-events-to-for-await.md) in published packages
(\`test/corpus/readings.js\`). A person read each one beside the original, and judged it.

${renderDraws(draws)}
${renderVerdicts(draws)}`;
}

/** @param {CountedCalls['packages']} packages */
function renderPackages(packages) {
  const rows = packages.map(({ name, calls, byDefault, callbackTiming }) => [
    name,
    calls,
    byDefault.converted,
    reasons(byDefault),
    callbackTiming.converted,
    reasons(callbackTiming),
  ]);
  return toTable(['package', 'calls', 'converted', 'left', 'with `accept`', 'left'], rows);
}

/** @param {Outcome} outcome */
function reasons({ left }) {
  const parts = Object.entries(left).map(([reason, count]) => `\`${reason}\` ${count}`);
  return parts.length > 0 ? parts.join(', ') : 'none';
}

/** @param {readonly Draw[]} draws */
function renderDraws(draws) {
  const rows = draws.map((draw) => {
    const { read, mended, wrong } = countReadings([draw]);
    const { codemod, seed, options, of = '' } = draw;
    const timing = options['timing-unobservable'] ? '`--accept=timing-unobservable`' : 'default';
    return [`\`${codemod}\``, `\`${seed}\``, timing, of, read, mended, wrong];
  });
  const head = ['codemod', 'seed', 'options', 'conversions', 'read', 'wrong, mended', 'wrong'];
  return toTable(head, rows);
}

/**
 * @param {readonly Draw[]} draws
 * @returns {{ read: number, mended: number, wrong: number }}
 */
export function countReadings(draws) {
  const mended = draws.flatMap((draw) => draw.mended ?? []).length;
  const readings = draws.flatMap(({ conversions }) => conversions);
  const judged = readings.filter(({ verdict }) => verdict !== undefined).length;
  const wrong = readings.filter(({ verdict }) => verdict === 'wrong').length;
  return { read: judged + mended, mended, wrong };
}

/** @param {readonly Draw[]} draws */
function renderVerdicts(draws) {
  /** @type {Map<string, string>} */
  const judged = new Map();
  for (const { conversions, mended = [] } of draws) {
    for (const { file, line, reason } of mended) {
      judged.set(`${file}:${line}`, `wrong, mended: ${reason}`);
    }
    for (const { file, line, verdict, reason } of conversions) {
      if (reason !== undefined) {
        judged.set(`${file}:${line}`, `${verdict}: ${reason}`);
      }
    }
  }
  return toTable(
    ['conversion', 'verdict'],
    [...judged].map(([place, why]) => [`\`${place}\``, why]),
  );
}
