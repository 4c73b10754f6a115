import { createDraw } from './create-draw.js';

/**
 * Tests of mocha at random: each calls Node's own functions, says what it expects of them in one of
 * the ways that people do, and is done, or hands on that it is not.
 */

/** Calls, and what the results of each are to be. */
const CALLS = [
  ["fs.readFile(FILE, 'utf8', CB)", 'text', "assert.equal(text, 'expected');"],
  ['fs.stat(FILE, CB)', 'stat', 'assert.equal(stat.size, 8);'],
  ['fs.access(FILE, CB)', '', 'assert(true);'],
  ["fs.readdir(FILE + '/none', CB)", 'names', 'assert(names.length > 0);'],
  ['fs.readFile(HERE, CB)', 'bytes', 'assert(bytes.length > 0);'],
];

const NO_ERROR = [
  'if (ERR) return done(ERR);',
  'if (ERR) { done(ERR); return; }',
  'assert.ifError(ERR);',
  'assert(!ERR);',
  'if (ERR) throw ERR;',
  '',
  // Those go on.
  'if (ERR) done(ERR);',
  'if (ERR) Object(ERR.code);',
];

const EXPECTED = [
  "assert(ERR);\nassert.equal(ERR.code, 'ENOENT');",
  'assert(ERR instanceof Error);',
  "if (!ERR) return done(new Error('it is there'));",
  "if (ERR) {\nassert.equal(ERR.code, 'ENOENT');\nreturn done();\n}",
  "if (ERR) {\nreturn ERR.code === 'ENOENT' ? done() : done(ERR);\n}",
];

/**
 * @param {number} seed
 * @returns {string} The function of a test.
 */
export function drawTest(seed) {
  const draw = createDraw(seed);
  const pick = (/** @type {readonly string[]} */ list) => list[draw(list.length)] ?? '';

  const end = (/** @type {number} */ depth) => {
    const ends = [
      ...['done();', 'done();', 'return done();', 'setTimeout(done, 1);', 'setImmediate(done);'],
      'process.nextTick(done);',
      'setTimeout(() => {\nassert(true);\ndone();\n}, 1);',
      "if (FILE === '') return done(new Error('no name'));\ndone();",
      'try {\nassert(FILE);\ndone();\n} catch (error) {\ndone(error);\n}',
      `${(CALLS[draw(3)]?.[0] ?? '').replace('CB', 'done')};`,
      // Those are done too often, too early or never.
      ...['done();\ndone();', 'done();\nassert.equal(FILE, 0);', 'if (FILE) done();', 'void done;'],
      'setTimeout(done, 1);\nfs.access(FILE, done);',
    ];
    return depth > 1 || draw(3) > 0 ? pick(ends) : call(depth + 1);
  };

  /** @type {(depth: number) => string} */
  const call = (depth) => {
    const [text = '', result = '', assertion = ''] = CALLS[draw(CALLS.length)] ?? [];
    const name = draw(4) === 0 ? `err${depth}` : 'err';
    const isExpected = draw(3) === 0;
    const check = pick(isExpected ? EXPECTED : NO_ERROR).replaceAll('ERR', name);
    const parameters = [name, ...(result === '' ? [] : [result])].join(', ');
    const body = [check, ...(isExpected || draw(4) === 0 ? [] : [assertion]), end(depth)];
    const callback =
      draw(2) === 0
        ? `(${parameters}) => {\n${body.join('\n')}\n}`
        : `function (${parameters}) {\n${body.join('\n')}\n}`;
    return `${draw(6) === 0 ? 'return ' : ''}${text.replace('CB', () => callback)};`;
  };

  const prologue = pick([
    '',
    '',
    'this.timeout(1000);',
    "const name = FILE + '.none';\nassert(name);",
    'assert.equal(typeof FILE, "string");',
    "if (FILE.length === 0) return done(new Error('no name'));",
  ]);
  return `function (done) {\n${prologue}\n${call(0)}\n}`;
}
