import { readAllResults } from '../../bench/results.js';
import { scenarioRows } from '../../bench/report/cost-table.js';

/** A page for each question that a part of `docs/benchmarks.md` answers, by the titles of the parts. */
export const COST_PAGES = [
  {
    name: 'measuring',
    question: 'How is it measured?',
    titles: ['What is measured', 'Your own code', 'Conditions'],
  },
  { name: 'all-figures', question: 'All figures', titles: ['Before and after'] },
  {
    name: 'watching',
    question: 'What does async_hooks cost?',
    titles: ['What watching costs (`async_hooks`)'],
  },
  { name: 'stack-traces', question: 'What do stack traces show?', titles: ['Async stack traces'] },
  {
    name: 'order',
    question: 'In which order do await and then run?',
    titles: ['The order of `await` and `.then`'],
  },
  {
    name: 'doxbee',
    question: 'Callbacks, promises or async: eight steps and 25 at once',
    titles: ['Eight steps in turn, and 25 at once (doxbee and parallel)'],
  },
  {
    name: 'blocking',
    question: 'What does one blocking call do to other requests?',
    titles: ['Synchronous calls while requests wait'],
  },
  {
    name: 'fast-path',
    question: 'What does a synchronous fast path save?',
    titles: ['The synchronous fast path (the C# tables)'],
  },
  {
    name: 'heap',
    question: 'Why are heap snapshots so large?',
    titles: ['Heap snapshots with numeric strings'],
  },
  {
    name: 'koa',
    question: 'What do koa servers gain?',
    titles: ['HTTP middleware: koa with generators and with async functions'],
  },
  { name: 'projects', question: 'What do whole projects gain?', titles: ['Whole projects'] },
  {
    name: 'one-after-another',
    question: 'What does waiting one after another cost?',
    titles: ['Waiting one after another'],
  },
  {
    name: 'compiled',
    question: 'Callbacks, compiled async functions, native ones, bluebird',
    titles: ['Callbacks, compiled async functions, native ones, and bluebird (the tables of 2017)'],
  },
  {
    name: 'thread-pool',
    question: 'What happens when the thread pool is full?',
    titles: ['The thread pool'],
  },
  {
    name: 'tool',
    question: 'How fast are the rules and the codemods?',
    titles: ['The tool’s own speed'],
  },
];

/**
 * @param {string} page `docs/benchmarks.md`.
 * @returns {Map<string, string>} The pages, by their path.
 * @throws {Error} If the document has a part that no page shows, or lacks one.
 */
export function costPages(page) {
  const [, ...parts] = page.split(/^## /mu);
  const byTitle = new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part]));
  const pages = new Map(
    COST_PAGES.map(({ name, question, titles }) => {
      const sections = titles.map((title) => {
        const section = byTitle.get(title);
        if (section === undefined) {
          throw new Error(
            `docs/benchmarks.md has no part ${title}: site/content/costs.js names it`,
          );
        }
        byTitle.delete(title);
        return `## ${section}`;
      });
      return [`costs/${name}.md`, `# ${question}\n\n${sections.join('\n')}`];
    }),
  );
  const [left] = byTitle.keys();
  if (left !== undefined) {
    throw new Error(
      `no page shows the part ${left} of docs/benchmarks.md: site/content/costs.js lists the pages`,
    );
  }
  return pages;
}

/**
 * @returns {Promise<object[]>} Each scenario with what each Node took, newest Node last: what the charts show.
 */
export async function costData() {
  const rows = scenarioRows(await readAllResults());
  return rows.map(({ id, title, note, rules, codemods, measured }) => ({
    id,
    title,
    note,
    rules,
    codemods,
    measured: measured.map(({ node, result: { figures } }) => ({
      node,
      ...(figures.time && {
        ...figures.time.measured,
        verdict: figures.time.verdict,
        before: figures.time.before,
        after: figures.time.after,
      }),
      bytes: [figures.before.bytes ?? null, figures.after.bytes ?? null],
      promises: [figures.before.promises ?? null, figures.after.promises ?? null],
    })),
  }));
}
