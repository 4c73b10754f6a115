/**
 * A hundred calls that are answered at once, each in a race with a timer of five minutes: how many timers are left
 * behind. The first form is what the rule reports, the second what it asks for.
 */
export const forms = {
  before: `
async function load() { return 1; }
async function call() {
  return await Promise.race([
    load(),
    new Promise((_, reject) => setTimeout(reject, 300_000)),
  ]);
}
`,
  after: `
async function load() { return 1; }
async function call() {
  let timer;
  try {
    return await Promise.race([
      load(),
      new Promise((_, reject) => { timer = setTimeout(reject, 300_000); }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
`,
};

/** What measures, behind either form. */
export const measure = `
(async () => {
  for (let turn = 0; turn < 100; turn++) await call();
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  console.log(timers);
  process.exit();
})();
`;

export const expected = { before: { status: 0, stdout: '100' }, after: { status: 0, stdout: '0' } };
