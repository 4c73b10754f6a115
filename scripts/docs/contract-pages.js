/** @import { Codemod } from '../../core/codemod/convert.js' */

import { OBLIGATIONS, questionOf } from '../../core/contract/obligations.js';
import { REFUSALS } from '../../core/contract/refusals.js';
import { obligationSection } from './obligation-section.js';
import { refusalSection } from './refusal-section.js';

/**
 * @param {readonly Codemod[]} codemods Those that refuse the examples.
 * @returns {string} `docs/refusals.md`.
 */
export function refusalsPage(codemods) {
  const sections = Object.entries(REFUSALS).map(([reason, entry]) =>
    refusalSection(reason, entry, codemods),
  );
  return `# Refusals

A conversion is refused for one of three causes: the code shows that it would change the behaviour, the new code cannot be written, or the code does not show enough. The report then gives one of the reasons below, with the line to blame and a next step.

The list is complete. The tests run each example and see it refused for its reason. A reason without an example comes from a run of your tests, from a recorded run, or from a fault in this tool.

${sections.join('\n\n')}
`;
}

/** @returns {string} `docs/obligations.md`. */
export function obligationsPage() {
  const rows = Object.entries(OBLIGATIONS).map(
    ([id, entry]) =>
      `| [\`${id}\`](#${id}) | ${questionOf(entry)} | ${entry.assumedFrom ?? 'never'} |`,
  );
  const sections = Object.entries(OBLIGATIONS).map(([id, entry]) => obligationSection(id, entry));
  return `# Obligations

This function calls back:

\`\`\`js
store.load(id, (err, user) => {
  if (err) return next(err);
  res.json(user);
});
\`\`\`

With \`await store.load(id)\` it does the same only if \`store.load\` calls back once, with the error first. These are two _obligations_: questions about the code around a place that is converted. This page lists all of them. If converted code differs in any other way, that is a bug.

## Evidence

A conversion needs an answer to each question. There are four kinds of evidence:

- **shown**: the code answers the question;
- **seen**: a recorded run of the project's own tests answers it;
- **assumed**: nothing says otherwise;
- **against**: the code, or a recorded run, shows that the answer is no. Then the code is [left as it is](refusals.md), and the report names the place that shows it.

## Trust

You decide how much evidence is enough:

- \`--trust=strict\` converts what is shown.
- \`--trust=library\` converts what is shown or seen, and assumes what is marked \`library\` in the table. It is the default for a library, and under \`npx jscodeshift\`.
- \`--trust=application\` assumes everything that nothing speaks against. It is the default for an application.

\`--accept=NAME,…\` assumes single obligations too. \`--refuse=NAME,…\` wants them shown. Neither converts code with evidence against it.

The report names each assumption once, with the function that it is about and the number of places that rest on it: "\`db.query\` calls back once: 41 sites". If the assumption is wrong, \`--refuse=once\` leaves those places as they are.

## All obligations

| | question | assumed from |
| --- | --- | --- |
${rows.join('\n')}

${sections.join('\n\n')}
`;
}
