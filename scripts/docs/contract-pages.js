import { obligationSection } from '../../core/contract/obligation-section.js';
import { OBLIGATIONS, withSubject } from '../../core/contract/obligations.js';
import { refusalSection } from '../../core/contract/refusal-section.js';
import { REFUSALS } from '../../core/contract/refusals.js';

/** @returns {string} `docs/refusals.md`. */
export function refusalsPage() {
  const sections = Object.entries(REFUSALS).map(([reason, entry]) => refusalSection(reason, entry));
  return `# Refusals

A site is left as it is where something speaks against its conversion, where a conversion cannot be written, or where what it rests on has to be shown and is not. It is reported with one of these reasons. The list is complete: each example below is run by the tests, and is refused for its reason. Two reasons have none: they come of a verification command, and of a fault of this tool.

${sections.join('\n\n')}
`;
}

/** @returns {string} `docs/obligations.md`. */
export function obligationsPage() {
  const rows = Object.entries(OBLIGATIONS).map(
    ([id, { question, assumedFrom = 'never' }]) =>
      `| [\`${id}\`](#${id}) | ${withSubject(question, '_that code_')} | ${assumedFrom} |`,
  );
  const sections = Object.entries(OBLIGATIONS).map(([id, entry]) => obligationSection(id, entry));
  return `# Obligations

A conversion behaves as the source did if certain things hold. Each of them is an _obligation_: a question about the code around a site. The list is complete: converted code that differs in another way is a bug.

For each site and each obligation there is _evidence_:

- **shown**: the code answers the question;
- **seen**: a recorded run of the project's own tests answers it;
- **assumed**: nothing speaks against it;
- **against**: the code, or a recorded run, shows the opposite. The site is [refused](refusals.md), at this site and nowhere else, and the refusal names the place.

_Trust_ says which evidence is enough:

- \`--trust=strict\`: what is shown;
- \`--trust=library\`, the default for a library, and under \`npx jscodeshift\`: what is shown or seen, and the assumptions that are marked \`library\` below;
- \`--trust=application\`, the default for an application: all but evidence against.

\`--accept=NAME,…\` lets an obligation be assumed that is neither shown nor seen, and \`--refuse=NAME,…\` wants it shown. Neither overrides evidence against. The report of a run names every assumption with the code that it is about, by question and not by site: one answer settles all sites that rest on it.

| | question | assumed from |
| --- | --- | --- |
${rows.join('\n')}

${sections.join('\n\n')}
`;
}
