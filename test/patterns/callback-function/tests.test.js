import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { runMocha, runTape } from './test-runners.js';

const root = mkdtempSync(join(tmpdir(), 'async-perf-tests-'));
afterAll(() => rmSync(root, { recursive: true }));
writeFileSync(
  join(root, 'package.json'),
  JSON.stringify({
    devDependencies: { mocha: '^10.0.0', mkdirp: '^0.5.0', tap: '^16.0.0', tape: '^5.0.0' },
  }),
);

/**
 * @param {string} source
 * @param {Readonly<Record<string, unknown>>} [options]
 * @param {string} [path]
 */
const toAsync = (source, options = {}, path = join(root, 'load.test.js')) =>
  convert({ path, source }, codemod, { node: '20', tests: true, ...options });

/**
 * @param {string} source
 * @param {Readonly<Record<string, unknown>>} [options]
 */
const reasonsOf = (source, options) =>
  toAsync(source, options).sites.map(({ reason }) => reason ?? 'converted');

/** What the file holds that the tests read: what they expect, something else, or there is none. */
const WORLDS = ['expected', 'other', undefined];

/**
 * @param {string} source
 * @param {string | undefined} content
 */
function inWorld(source, content) {
  const file = join(root, 'file.txt');
  rmSync(file, { force: true });
  if (content !== undefined) {
    writeFileSync(file, content);
  }
  return source.replaceAll('FILE', JSON.stringify(file));
}

const HEAD = "const fs = require('fs');\n";

/** Tests as mocha knows them. They pass in one world at most, the expected one or the one without. */
const TESTS = {
  'an error handed on': `function (done) {
    fs.readFile(FILE, 'utf8', function (err, text) {
      if (err) return done(err);
      assert.equal(text, 'expected');
      done();
    });
  }`,
  'an error asserted to be none': `function (done) {
    this.timeout(1000);
    fs.readFile(FILE, 'utf8', (err, text) => {
      assert.ifError(err);
      assert.equal(text, 'expected');
      done();
    });
  }`,
  'an error thrown': `(done) => {
    fs.readFile(FILE, 'utf8', (err, text) => {
      if (err) throw err;
      assert.equal(text, 'expected');
      done();
    });
  }`,
  'an error that nobody looks at': `(done) => {
    fs.readFile(FILE, 'utf8', (err, text) => {
      assert.equal(text, 'expected');
      done();
    });
  }`,
  'an error expected': `(done) => {
    fs.readFile(FILE, (err) => {
      assert(err);
      assert.equal(err.code, 'ENOENT');
      done();
    });
  }`,
  'an error expected in a branch': `(done) => {
    fs.readFile(FILE, (err) => {
      if (err) {
        assert.equal(err.code, 'ENOENT');
        return done();
      }
      done(new Error('it is there'));
    });
  }`,
  'an error expected, and another call': `(done) => {
    fs.access(FILE, (err) => {
      assert.equal(err.code, 'ENOENT');
      fs.readFile(__MANIFEST, 'utf8', (err, text) => {
        assert.ifError(err);
        assert(JSON.parse(text));
        done();
      });
    });
  }`,
  'a nest': `(done) => {
    fs.access(FILE, (err) => {
      if (err) return done(err);
      fs.readFile(FILE, 'utf8', (err, text) => {
        if (err) { done(err); return; }
        assert.equal(text, 'expected');
        setTimeout(done, 1);
      });
    });
  }`,
  'both in one': `(done) => {
    fs.readFile(FILE, 'utf8', (err, text) => done(err || (text === 'expected' ? null : new Error(text))));
  }`,
  'what throws first': `(done) => {
    const { length } = 'expected';
    assert.equal(length, FILE.length < 3 ? 0 : 8);
    fs.stat(FILE, (err, stat) => {
      if (err) return done(err);
      assert.equal(stat.size, length);
      done();
    });
  }`,
  'a try of its own': `(done) => {
    fs.readFile(FILE, 'utf8', (err, text) => {
      if (err) return done(err);
      try {
        assert.equal(text, 'expected');
        done();
      } catch (error) {
        done(error);
      }
    });
  }`,
  'no braces': `(done) => fs.access(FILE, done)`,
  'handed on': `function (done) { if (FILE === '') return fs.stat('', done); fs.stat(FILE, done); }`,
};

describe('tests of mocha give the same verdict', () => {
  it.each(Object.entries(TESTS))('%s', async (_, body) => {
    const source = `${HEAD}describe('files', () => { it('reads', ${body}); });`.replace(
      '__MANIFEST',
      JSON.stringify(join(root, 'package.json')),
    );
    const { source: after, sites } = toAsync(source);

    expect(sites.map(({ status }) => status)).toEqual(['converted']);
    expect(after).not.toMatch(/\bdone\b/u);
    /** @type {(string[])[]} */
    const verdicts = [];
    for (const world of WORLDS) {
      const [before] = await runMocha(inWorld(source, world));
      const [now] = await runMocha(inWorld(after, world));
      verdicts.push([before ?? '', now ?? '']);
    }
    for (const [before, now] of verdicts) {
      // Without the words of the assertion, which is gone.
      expect(now).toBe(before?.replace('ifError got unwanted exception: ', ''));
    }
    const passed = verdicts.filter(([before]) => before === 'passed').length;
    expect(passed, 'the test can pass, and can fail').toSatisfy((count) => count > 0 && count < 3);
  });
});

const TAPE_TESTS = {
  'an error asserted to be none': `function (t) {
    fs.readFile(FILE, 'utf8', function (err, text) {
      t.error(err);
      t.equal(text, 'expected');
      t.end();
    });
  }`,
  'an error expected': `(t) => {
    fs.readFile(FILE, (err) => {
      t.ok(err);
      t.equal(err && err.code, 'ENOENT');
      t.end();
    });
  }`,
  'a nest': `(t) => {
    fs.access(FILE, (err) => {
      if (err) return t.end(err);
      fs.readFile(FILE, 'utf8', (err, text) => {
        t.error(err, 'none');
        t.equal(text, 'expected');
        fs.access(FILE, t.end);
      });
    });
  }`,
};

describe('tests of tape give the same verdict', () => {
  it.each(Object.entries(TAPE_TESTS))('%s', async (_, body) => {
    const source = `${HEAD}const test = require('tape');\ntest('reads', ${body});`;
    const { source: after, sites } = toAsync(source);

    expect(sites.map(({ status }) => status)).toEqual(['converted']);
    expect(after).not.toContain('.end');
    const verdicts = new Set();
    for (const world of WORLDS) {
      const before = await runTape(inWorld(source, world));
      expect(await runTape(inWorld(after, world))).toEqual(before);
      verdicts.add(before[0]);
    }
    expect(verdicts).toEqual(new Set(['passed', 'failed']));
  });
});

/** @param {string} body */
const inIt = (body) =>
  `${HEAD}describe('files', () => { it('reads', function (done) { ${body} }); });`;

/** @param {string} body */
const inTape = (body) => `${HEAD}const test = require('tape'); test('reads', (t) => { ${body} });`;

describe('assertions that there is no error', () => {
  it.each([
    'assert.ifError(err);',
    'assert(!err);',
    "assert.ok(!err, 'no error');",
    'assert.equal(err, null);',
    'assert.strictEqual(null, err);',
    'assert.isNull(err)',
    'should.not.exist(err);',
    '(err === null).should.be.true();',
    'expect(err).to.not.exist;',
    'expect(err).not.to.be.ok();',
    'expect(err).to.be.null;',
    "expect(err, 'message').to.be.undefined;",
    'expect(err).to.be(null);',
    'expect(err).to.equal(undefined);',
    'expect(err).toBeNull();',
    'expect(err).toBeFalsy();',
    'expect(err).toBe(undefined);',
  ])('%s', (assertion) => {
    const { source } = toAsync(
      inIt(`fs.stat('x', (err, stat) => { ${assertion}\nuse(stat); done(); });`),
    );
    expect(source).toContain("const stat = await fs.promises.stat('x');");
    expect(source).not.toContain('err');
  });

  it.each([
    'console.error(err);',
    't.error(err);',
    'log(err);',
    'assert(err);',
    'assert.equal(err, expected);',
    'assert(!err, explain(err));',
    'expect(err).to.exist;',
  ])('%s is none', (statement) => {
    const { source } = toAsync(
      inIt(`fs.stat('x', (err, stat) => { ${statement} use(stat); done(); });`),
    );
    expect(source).toContain('catch (error)');
    expect(source).toContain(statement.trim());
  });
});

describe('what is no test of a runner that waits for promises is left alone', () => {
  const STAT = "fs.stat('x', (err) => { if (err) return done(err); done(); });";

  it('without --tests', () => {
    expect(reasonsOf(inIt(STAT), { tests: false })).toEqual(['test-callback']);
    expect(reasonsOf(inTape("fs.stat('x', (err) => { t.end(err); });"), { tests: false })).toEqual(
      [],
    );
  });

  it('without anything that says that the globals are a runner’s', () => {
    const source = `${HEAD}it('reads', function (done) { ${STAT} });`;
    const elsewhere = join(tmpdir(), 'load.js');
    const { sites } = toAsync(source, {}, elsewhere);
    expect(sites.map(({ reason }) => reason)).toEqual(['test-callback']);
    expect(toAsync(source, {}, join(tmpdir(), 'test', 'load.js')).changed).toBe(true);
  });

  it('with a function of the same name', () => {
    const own = `${HEAD}function it(name, run) { run(log); }\nit('reads', function (done) { ${STAT} });`;
    expect(reasonsOf(own)).toEqual(['test-callback']);
    const imported = `${HEAD}const { test } = require('./runner');\ntest('reads', (done) => { ${STAT} });`;
    expect(reasonsOf(imported)).toEqual(['test-callback']);
  });

  it('of ava', () => {
    const source =
      "const test = require('ava');\ntest.cb('reads', (t) => { fs.stat('x', (err) => { t.end(err); }); });";
    expect(toAsync(HEAD + source)).toMatchObject({ changed: false, sites: [] });
  });

  it.each([
    [{ tape: '^4.9.0' }, 'tape'],
    [{}, 'tape'],
    [{ tap: '^1.0.0' }, 'tap'],
  ])('%o', (devDependencies, name) => {
    const directory = mkdtempSync(join(root, 'old-'));
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ devDependencies }));
    const source = `${HEAD}const { test } = require('${name}');\ntest('reads', (t) => { fs.stat('x', (err) => { t.error(err); t.end(); }); });`;
    const { sites } = toAsync(source, {}, join(directory, 'load.js'));
    expect(sites.map(({ reason }) => reason)).toEqual(['test-runner-version']);
  });

  it.each(['mocha', 'jasmine', 'jasmine-node'])('an old %s', (name) => {
    const directory = mkdtempSync(join(root, 'old-'));
    const devDependencies = { [name]: '^1.0.0' };
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ devDependencies }));
    const { sites } = toAsync(inIt(STAT), {}, join(directory, 'load.js'));
    expect(sites.map(({ reason }) => reason)).toEqual(['test-runner-version']);
  });
});

describe('runners', () => {
  const STAT = "fs.stat('x', (err) => { if (err) return done(err); done(); });";

  it.each([
    ["import { it } from 'mocha';", `it('reads', function (done) { ${STAT} });`],
    ["import { test } from '@jest/globals';", `test('reads', (done) => { ${STAT} }, 1000);`],
    ["import { beforeAll } from 'vitest';", `beforeAll((done) => { ${STAT} });`],
    ["import { test } from 'node:test';", `test('reads', (t, done) => { ${STAT} });`],
    ["import test from 'node:test';", `test.only('reads', (t, done) => { ${STAT} });`],
    ['', `test.skip('reads', (done) => { ${STAT} });`],
    ['', `suiteSetup((done) => { ${STAT} });`],
  ])('%s %s', (head, test) => {
    const { source } = toAsync(`import fs from 'fs';\n${head}\n${test}\n`);
    expect(source).toContain("await fs.promises.stat('x');");
    expect(source).not.toMatch(/\bdone\b/u);
    expect(source).toMatch(/async (?:function )?\(t?\)/u);
  });

  it('a test of node:test takes its callback second', () => {
    const source = `import test from 'node:test';\nimport fs from 'fs';\ntest('reads', (done) => { ${STAT} });\n`;
    expect(toAsync(source).changed).toBe(false);
  });

  it('a test within a test', () => {
    const { source } = toAsync(
      inTape(
        "t.test('inner', (t) => { fs.stat('x', (err) => { t.error(err); t.end(); }); }); t.end();",
      ),
    );
    expect(source).toContain("t.test('inner', async (t) => {");
    expect(source).toContain('t.end(); });');
  });
});

describe('what a runner could see is refused', () => {
  it.each([
    [
      'a count of assertions',
      'test-counts',
      inTape("t.plan(1); fs.stat('x', (err) => { t.error(err); t.end(); });"),
    ],
    [
      'a count of jest',
      'test-counts',
      inIt("expect.assertions(1); fs.stat('x', (err) => { expect(err).toBeNull(); done(); });"),
    ],
    [
      'others that get the test',
      'callback-escapes',
      inTape("fs.stat('x', (err) => { check(t, err); t.end(); });"),
    ],
    [
      'clocks',
      'test-stubs',
      inIt(
        "const clock = sinon.useFakeTimers(); fs.stat('x', (err) => { setTimeout(done, 10); });",
      ),
    ],
    [
      'another Promise',
      'test-stubs',
      inIt("delete global.Promise; fs.stat('x', (err) => { assert.ifError(err); done(); });"),
    ],
    [
      'functions put in the place of others',
      'test-stubs',
      inIt(
        "fs.stat = (file, cb) => cb(null); fs.stat('x', (err) => { assert.ifError(err); done(); });",
      ),
    ],
    [
      'tests of tape within a test that waits',
      'callback-escapes',
      inTape("t.test('inner', run); fs.stat('x', (err) => { t.error(err); t.end(); });"),
    ],
    [
      'helpers that end the test',
      'callback-escapes',
      inTape("fs.stat('x', (err) => { check(t, err); t.end(); }); function check(t) { t.end(); }"),
    ],
    [
      'helpers that call what is tried',
      'test-of-callback',
      inIt(
        "prepare((err) => { if (err) return done(err); done(); }); function prepare(cb) { store.load('x', (err) => { if (err) return cb(err); cb(null); }); }",
      ),
    ],
    [
      'stubs',
      'test-stubs',
      inIt(
        "sinon.stub(fs, 'stat').yields(null); fs.stat('x', (err) => { if (err) throw err; done(); });",
      ),
    ],
    [
      'a second call',
      'falls-through',
      inIt("fs.stat('x', (err) => { if (err) throw err; done(); done(); });"),
    ],
    [
      'going on after an error',
      'falls-through',
      inIt("fs.stat('x', (err) => { if (err) done(err); done(); });"),
    ],
    [
      'no call on a path',
      'callback-not-called',
      inIt("fs.stat('x', (err, stat) => { if (stat) done(err); });"),
    ],
    [
      'events',
      'callback-in-listener',
      inIt("fs.createReadStream('x').on('end', () => { done(); });"),
    ],
    [
      'calls side by side',
      'code-after-call',
      inIt(
        "let left = 2; const next = () => { if (--left === 0) done(); }; fs.stat('a', next); fs.stat('b', next);",
      ),
    ],
    [
      'what is tried',
      'test-of-callback',
      inIt("require('./load')('x', (err) => { if (err) return done(err); done(); });"),
    ],
    [
      'an object that is tried',
      'test-of-callback',
      inIt("store.load('x', (err) => { if (err) return done(err); done(); });"),
    ],
    [
      'what throws beside what is expected',
      'test-expects-error',
      inIt("fs.stat(nameOf('x'), (err) => { assert(err); done(); });"),
    ],
    [
      'a path that may not resolve beside what is expected',
      'test-expects-error',
      inIt("fs.stat(require.resolve('./x'), (err) => { assert(err); done(); });"),
    ],
    [
      'a member of what may be missing beside what is expected',
      'test-expects-error',
      inIt('fs.stat(conf.file, (err) => { assert(err); done(); });').replace(
        'describe',
        'let conf; describe',
      ),
    ],
    [
      'a value that may be circular beside what is expected',
      'test-expects-error',
      inIt("fs.writeFile('/no/x', JSON.stringify(value), (err) => { assert(err); done(); });"),
    ],
    [
      '`undefined` for no error',
      'not-error-first',
      inIt(
        "fs.stat('x', (err, stat) => { use(stat); assert.strictEqual(err, undefined); done(); });",
      ),
    ],
    [
      'what the callback gets',
      'callback-this',
      inIt("fs.stat('x', function (err) { assert.equal(arguments.length, 1); done(); });"),
    ],
    ['text for an error', 'not-error-first', inIt("fs.stat('x', (err) => { done('never'); });")],
    [
      'a wait of one’s own',
      'callback-escapes',
      inIt("fs.stat('x', (err) => { if (err) throw err; wait.push({ done }); });"),
    ],
  ])('%s', (_, reason, source) => {
    expect(reasonsOf(source)).toContain(reason);
  });

  it('with --refuse=throws-late a wait for an error that may be thrown at once', () => {
    const source = inIt('fs.stat(name, (err) => { assert(err); done(); });');
    expect(reasonsOf(source)).toEqual(['converted']);
    expect(toAsync(source).sites[0]?.assumes).toContain('throws-late');
    expect(reasonsOf(source, { refuse: 'throws-late' })).toEqual(['throws-late']);
  });
});

describe('forms', () => {
  it('what throws ends a branch', () => {
    const { source } = toAsync(
      inIt(
        "fs.stat('x', (err, stat) => {\nif (err) {\nthrow new Error('no file');\n}\nuse(stat);\ndone();\n});",
      ),
    );
    expect(source).toMatch(/\} catch \{\s*throw new Error\('no file'\);\s*\}\s*use\(stat\);/u);
  });

  it.each([
    [
      'if (err) return done.fail(err); use(stat); done();',
      "const stat = await fs.promises.stat('x');",
    ],
    ["if (err) return done(); done.fail('never');", "throw new Error('never');"],
    [
      'if (!err) return done.fail(new Error(`never`)); done();',
      '} catch {\n    return;\n  }\n  throw new Error(`never`);',
    ],
  ])('of jasmine: %s', (body, written) => {
    const { source } = toAsync(inIt(`fs.stat('x', (err, stat) => { ${body} });`));
    expect(source).toContain(written);
    expect(source).not.toContain('done');
  });

  it('what goes on after it has failed is left alone', () => {
    const body = "if (!err) done.fail('never'); use(err); done();";
    expect(reasonsOf(inIt(`fs.stat('x', (err) => { ${body} });`))).toEqual(['falls-through']);
  });

  it('a function of the file gets the test', () => {
    const { source } = toAsync(
      inTape(
        "fs.stat('x', (err, stat) => { t.error(err); check(t, stat); t.end(); }); function check(t, stat) { t.ok(stat); }",
      ),
    );
    expect(source).toContain('check(t, stat);');
    expect(source).not.toContain('t.end');
  });

  it('no semicolons where only a line begins with one', () => {
    const source = `const fs = require('fs')
;[1].forEach((x) => x)
describe('x', () => {
  it('a', (done) => fs.access('x', done))
})
`;
    expect(toAsync(source).source).toContain("await fs.promises.access('x')\n");
  });

  it('types', () => {
    const stat =
      "fs.stat('x', (err, stat) => {\n    if (err) return done(err);\n    use(stat);\n    done();\n  });";
    const source = `import * as fs from 'fs';
describe('x', () => {
  it('a', (done: Mocha.Done): void => {
  ${stat}
  });
  it('b', function (this: Mocha.Context, done: Mocha.Done) {
  ${stat}
  });
  it('c', (done: jest.DoneCallback) => {
  ${stat}
  });
});
`;
    const { source: after } = toAsync(source, {}, join(root, 'load.test.ts'));
    expect(after).toContain("it('a', async (): Promise<void> => {");
    expect(after).toContain("it('b', async function (this: Mocha.Context) {");
    expect(after).toContain("it('c', async () => {");
  });
});

describe('what is not tried may be promisified', () => {
  it('another package', () => {
    const source = `const mkdirp = require('mkdirp');\ndescribe('x', () => { beforeEach((done) => { mkdirp('x', done); }); });`;
    const { source: after, sites } = toAsync(source);
    expect(after).toContain("await mkdirpAsync('x');");
    expect(sites[0]?.assumes).toContain('error-first');
  });

  it('what --promisify names', () => {
    const source = inIt('server.close((err) => { if (err) return done(err); done(); });');
    expect(toAsync(source, { callbacks: 'server.close' }).source).toContain(
      'await closeAsync(server);',
    );
  });

  it('functions of the file', () => {
    const source = `${HEAD}function prepare(name, cb) { fs.mkdir(name, (err) => { if (err) return cb(err); fs.stat(name, cb); }); }
describe('x', () => { beforeEach((done) => prepare('x', done)); });
`;
    const { source: after } = toAsync(source);
    expect(after).toContain("await prepare('x');");
    expect(after).toContain('async function prepare(name)');
  });
});
