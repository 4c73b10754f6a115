/**
 * A listener whose work fails: whether the process lives on.
 */
export const forms = {
  before: `
process.on('message', async () => {
  await fail();
});
`,
  after: `
process.on('message', async () => {
  try {
    await fail();
  } catch {
    console.log('handled');
  }
});
`,
};

export const measure = `
async function fail() { throw new Error('no database'); }
setTimeout(() => console.log('alive'), 50);
process.emit('message', {});
`;

export const expected = {
  before: { status: 1, stdout: '' },
  after: { status: 0, stdout: 'handled\nalive' },
};
