import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BEFORE, TWO, command, migrate, project, read, runCommand } from './projects.js';

const CALLER = `const { get } = require('db');

exports.name = function (id, callback) {
  get(id, function (err, user) {
    if (err) return callback(err);
    callback(null, user.name);
  });
};
`;

/**
 * @param {string} directory
 * @param {string} input
 * @param {...string} args
 */
function ask(directory, input, ...args) {
  const all = [command, 'migrate', '--node=20', '--dry-run', '--ask', ...args];
  return spawnSync(process.execPath, all, { cwd: directory, encoding: 'utf8', input });
}

/** @param {string} directory */
const plan = (directory) => JSON.parse(migrate(directory, '--plan-only').stdout);

const ANSWER = { by: 'ada', at: '2026-01-31T12:00:00.000Z', why: 'its documentation says so' };

describe('the configuration', () => {
  it.each([
    [
      'a file',
      (/** @type {object} */ content) => ({ 'async-perf.config.json': JSON.stringify(content) }),
    ],
    [
      'package.json',
      (/** @type {object} */ content) => ({
        'package.json': JSON.stringify({ 'async-perf': content }),
      }),
    ],
  ])('is read from %s, and the command line wins', (_, write) => {
    const files = write({ trust: 'strict', refuse: ['throws-late'] });
    const directory = project({ 'lib/a.js': CALLER, ...files });
    expect(migrate(join(directory, 'lib'), '--dry-run').stdout).toContain('refused');
    expect(migrate(directory, '--dry-run').stderr).toContain('--trust=strict');
    expect(migrate(directory, '--dry-run', '--trust=application').stderr).toContain(
      '--trust=application',
    );
  });

  it.runIf(process.platform !== 'win32').each(['async-perf.config.json', 'package.json'])(
    'is not read from a FIFO of the name %s',
    (name) => {
      const directory = project({ 'lib/a.js': CALLER });
      rmSync(join(directory, name), { force: true });
      spawnSync('mkfifo', [join(directory, name)]);
      const { status, stderr } = spawnSync(process.execPath, [command, 'migrate', '--force'], {
        cwd: directory,
        encoding: 'utf8',
        timeout: 20_000,
      });
      expect(stderr).toContain(name);
      expect(status).toBe(2);
    },
  );

  it('says which paths are meant, and what is not to be touched', () => {
    const content = { paths: ['src'], ignore: ['src/vendor/**'] };
    const directory = project({
      'async-perf.config.json': JSON.stringify(content),
      'src/a.js': BEFORE,
      'src/vendor/b.js': BEFORE,
      'c.js': BEFORE,
    });
    const files = (/** @type {string[]} */ ...args) =>
      JSON.parse(migrate(directory, '--plan-only', ...args).stdout).groups.flat();
    expect(files()).toEqual(['src/a.js']);
    expect(files('.')).toEqual(['c.js', 'src/a.js']);
    const checked = runCommand(directory, ['check', '--format=json']);
    expect(JSON.parse(checked.stdout).files).toBe(1);
  });

  it.each([
    ['{ "thrust": "strict" }', /"thrust" is no setting.*trust/su],
    ['{ "accept": "once" }', /"accept" is no list/u],
    ['{ "trust": 1 }', /"trust" is no text/u],
    ['{ "answers": [{ "question": "once" }] }', /"answers" is no list of answers/u],
    ['[]', /holds no object/u],
    ['{', /async-perf\.config\.json/u],
    ['{ "trust": "full" }', /--trust=full/u],
  ])('%s is told of', (content, message) => {
    const directory = project({ 'a.js': BEFORE, 'async-perf.config.json': content });
    const { status, stderr } = migrate(directory, '--dry-run');
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('answers', () => {
  it('are asked for, kept with who, when and why, and not asked again', () => {
    const directory = project({ 'a.js': CALLER });
    const [question, ...others] = plan(directory).questions;
    const { stderr } = ask(directory, 'y\nI have read it\nq\n');
    expect(stderr).toContain(`${question.claim}: one site rests on it, read a.js:3. Does it hold?`);
    const { answers } = JSON.parse(read(directory, 'async-perf.config.json'));
    expect(answers).toEqual([
      {
        question: question.id,
        holds: true,
        by: expect.stringMatching(/./u),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/u),
        why: 'I have read it',
      },
    ]);
    const after = plan(directory);
    expect(after.questions.map((/** @type {any} */ { id }) => id)).toEqual(
      others.map((/** @type {any} */ { id }) => id),
    );
    expect(after.sites[0].obligations).toContainEqual(
      expect.objectContaining({ claim: question.claim, evidence: 'answered' }),
    );
    expect(ask(directory, 'q\n').stderr).not.toContain(question.claim);
  });

  it('that refute a question leave its sites as they are, and their callers right', () => {
    const callers =
      "const { name } = require('./a');\n\nexports.greet = function (id, callback) {\n  name(id, function (err, text) {\n    if (err) return callback(err);\n    callback(null, `Hello ${text}`);\n  });\n};\n";
    const files = { 'a.js': CALLER, 'b.js': callers };
    const args = ['--trust=application', '--api=async'];
    const whole = project(files);
    migrate(whole, ...args);
    expect(read(whole, 'b.js')).toContain('await name(id)');
    const question = 'once `get`';
    const answers = [{ question, holds: false, ...ANSWER }];
    const directory = project({ ...files, 'async-perf.config.json': JSON.stringify({ answers }) });
    const { stdout } = migrate(directory, ...args);
    expect(stdout).toMatch(/refused a\.js:3:\d+ taken-back/u);
    expect(read(directory, 'a.js')).toBe(CALLER);
    expect(read(directory, 'b.js')).not.toContain('await name(id)');
  });

  it('go into package.json where the configuration is there', () => {
    const manifest = '{\n\t"name": "a",\n\t"async-perf": {\n\t\t"trust": "application"\n\t}\n}\n';
    const directory = project({ 'a.js': TWO, 'package.json': manifest });
    ask(directory, 'n\nno\nq\n');
    const text = read(directory, 'package.json');
    expect(text).toContain('\n\t"name": "a",\n');
    expect(JSON.parse(text)['async-perf']).toMatchObject({
      trust: 'application',
      answers: [{ holds: false, why: 'no' }],
    });
    ask(directory, 'q\n');
    expect(read(directory, 'package.json')).toBe(text);
  });

  it('need somebody who gives them', () => {
    const directory = project({ 'a.js': CALLER });
    expect(ask(directory, '')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--ask: no answer'),
    });
    expect(ask(directory, '', '--interactive').status).toBe(2);
  });
});
