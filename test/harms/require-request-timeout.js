/**
 * A server that takes a request and never answers: whether who asks it is done within a second.
 */
export const forms = {
  before: `
const call = (url) => new Promise((resolve, reject) => {
  http.get(url, (response) => resolve(response)).on('error', reject);
});
`,
  after: `
const call = (url) => new Promise((resolve, reject) => {
  http.get(url, { signal: AbortSignal.timeout(100) }, (response) => resolve(response)).on('error', reject);
});
`,
};

export const measure = `
const server = http.createServer(() => {}).listen(0, async () => {
  const url = 'http://127.0.0.1:' + server.address().port + '/users';
  const late = new Promise((resolve) => setTimeout(resolve, 1_000, 'still waiting'));
  console.log(await Promise.race([call(url).catch(({ name }) => name), late]));
  process.exit();
});
`;

export const expected = {
  before: { status: 0, stdout: 'still waiting' },
  after: { status: 0, stdout: 'AbortError' },
};
