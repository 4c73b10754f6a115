/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'stream-pipe',
  title: 'a file that is piped into another, with listeners that settle a promise',
  rules: [],
  codemods: ['stream-events-to-for-await'],
  claims: [],
  node: '16.0.0',
  before: `
const fs = require('fs');
const os = require('os');
const path = require('path');

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'stream-pipe-'));
const from = path.join(directory, 'from');
const to = path.join(directory, 'to');
fs.writeFileSync(from, Buffer.alloc(1000, 'letter'));
process.on('exit', () => {
  fs.unlinkSync(from);
  fs.unlinkSync(to);
  fs.rmdirSync(directory);
});

exports.run = function run() {
  return new Promise((resolve, reject) => {
    const source = fs.createReadStream(from);
    const target = fs.createWriteStream(to);
    source.on('error', reject);
    target.on('error', reject);
    target.on('finish', resolve);
    source.pipe(target);
  });
};
`,
  after: { codemod: 'stream-events-to-for-await', options: { node: '16' } },
  varies: ['ticks', 'bytes'],
  expected: { before: { promises: 1 }, after: { promises: 3 } },
  note: 'A file of 1,000 bytes: what is read and written costs far more than either form. `pipeline` is for safety: a failure closes both files.',
};
