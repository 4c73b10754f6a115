/**
 * A server that counts how many requests it has at once, while somebody tells two hundred hooks of an event.
 */
export const forms = {
  before: `
const tell = async (request) => {
  const { hooks } = request.body;
  await Promise.all(hooks.map((hook) => fetch(hook)));
};
`,
  after: `
const tell = async (request) => {
  const { hooks } = request.body;
  const left = hooks.values();
  const worker = async () => {
    for (const hook of left) await fetch(hook);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
};
`,
};

export const measure = `
let now = 0;
let most = 0;
const server = http.createServer((request, response) => {
  now += 1;
  most = Math.max(most, now);
  setTimeout(() => {
    now -= 1;
    response.end();
  }, 20);
}).listen(0, async () => {
  const hooks = Array(200).fill('http://127.0.0.1:' + server.address().port + '/');
  await tell({ body: { hooks } });
  console.log(most > 4 ? 'more than 4 at once' : 'at most 4 at once');
  process.exit();
});
`;

export const expected = {
  before: { status: 0, stdout: 'more than 4 at once' },
  after: { status: 0, stdout: 'at most 4 at once' },
};
