import { ASSUMPTIONS } from '../../core/contract/assumptions.js';
import { DIFFERENCES } from '../../core/contract/differences.js';
import { refusalSection } from '../../core/contract/refusal-section.js';
import { REFUSALS } from '../../core/contract/refusals.js';

/** @returns {string} `docs/refusals.md`. */
export function refusalsPage() {
  const sections = Object.entries(REFUSALS).map(([reason, entry]) => refusalSection(reason, entry));
  return `# Refusals

What cannot be converted without a doubt is left as it is, and reported with one of these reasons. The list is complete: each example below is run by the tests, and is refused for its reason. Two reasons have none: they come of a verification command, and of a fault of this tool.

${sections.join('\n\n')}
`;
}

const WORD_BY_DEFAULT = {
  accepted: 'accepted',
  reported: 'accepted, and reported for each site',
  refused: 'never: a site that would show it is left alone',
};

/** @returns {string} `docs/assumptions.md`. */
export function assumptionsPage() {
  const assumptions = Object.entries(ASSUMPTIONS).map(
    ([id, { assumes, byDefault }]) => `| \`${id}\` | ${assumes} | ${byDefault} | \`--no-${id}\` |`,
  );
  const differences = Object.entries(DIFFERENCES).map(
    ([id, { difference, where, byDefault, flag: refusing }]) =>
      `| \`${id}\` | ${difference} | ${where} | ${WORD_BY_DEFAULT[byDefault]} | ${
        refusing ? `\`${refusing}\`` : ''
      } |`,
  );
  return `# Assumptions and accepted differences

Both lists are complete. A conversion that would need anything else is [refused](refusals.md), and one that differs from the original in another way is a bug.

## What a conversion may rest on

The code itself cannot show everything. A conversion that rests on one of these says so for each site; \`--strict\` switches all of them off, and the sites that need them are refused.

| | assumed | by default | switched off by |
| --- | --- | --- | --- |
${assumptions.join('\n')}

## How converted code may differ

| | what an observer may notice | in | by default | changed by |
| --- | --- | --- | --- | --- |
${differences.join('\n')}
`;
}
