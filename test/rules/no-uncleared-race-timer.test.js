import rule from '../../rules/no-uncleared-race-timer.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

const TIMER = 'new Promise((_, reject) => setTimeout(reject, 5000))';

testRule('no-uncleared-race-timer', rule, {
  valid: [
    // Cleared, or without a hold on anything.
    'async () => { let timer; try { return await Promise.race([load(), new Promise((_, no) => { timer = setTimeout(no, 5000); })]); } finally { clearTimeout(timer); } }',
    'async () => { let timer; const late = new Promise((_, no) => { timer = setTimeout(() => no(new Error("late")), 5000); }); return Promise.race([load(), late]).finally(() => { if (timer) { clearTimeout(timer); } }); }',
    'async () => Promise.race([load(), new Promise((_, no) => { setTimeout(no, 5000).unref(); })]);',
    'async () => Promise.race([load(), new Promise((_, no) => { this.timer = setTimeout(no, 5000); })]);',
    // Kept for a moment.
    'async () => Promise.race([load(), new Promise((yes) => setTimeout(yes, 150))]);',
    'const DELAY = 2000; async () => Promise.race([load(), new Promise((yes) => setTimeout(yes, DELAY))]);',
    {
      code: `function limited(fn) { return Promise.race([fn, ${TIMER}]); }`,
      filename: fileOf('server').replace('file.js', 'plugins/shutdown.js'),
    },
    {
      code: `async () => { await Promise.race([load(), ${TIMER}]); };`,
      filename: fileOf('command'),
    },
    // It can be broken off.
    "import { setTimeout } from 'timers/promises'; const f = async (signal) => Promise.race([load(), setTimeout(5000, undefined, { signal })]);",
    // Nothing shows what it is.
    'async () => Promise.race([load(), timeout(5000)]);',
    "import { delay } from './delay.js'; async () => Promise.race([load(), delay(5000)]);",
    // No race, or none of the language.
    `async () => Promise.all([load(), ${TIMER}]);`,
    `async (Promise) => Promise.race([load(), ${TIMER}]);`,
    `async () => race([load(), ${TIMER}]);`,
    `async () => Promise.race([${TIMER}]);`,
    'async () => Promise.race(all);',
    'async (setTimeout) => Promise.race([load(), new Promise((yes) => setTimeout(yes, 5000))]);',
    // A test ends soon.
    `it('loads', async () => { await Promise.race([load(), ${TIMER}]); });`,
    // The server starts anew, or ends.
    `async function reboot() { await Promise.race([load(), ${TIMER}]); }`,
    `class A { async shutdown() { await Promise.race([load(), ${TIMER}]); } }`,
    // A promise that is settled at the start keeps no handlers, and one that is made again is of the call.
    'const ready = new Promise((yes) => { start(yes); }); async () => Promise.race([load(), ready]);',
    'class A { open() { this.closed = new Promise((yes) => { this.end = yes; }); } async next() { return Promise.race([this.closed, load()]); } }',
    'const closed = open().closed; async () => Promise.race([load(), closed]);',
    'const closed = new Promise((yes) => { end = yes; }); await Promise.race([load(), closed]);',
  ],
  invalid: [
    {
      code: `async () => {\n  await Promise.race([load(), ${TIMER}]);\n};`,
      errors: [{ messageId: 'timer', line: 2, column: 31, endColumn: 83 }],
    },
    ...[
      // As in src/service/services/session.service.ts of @vendure/core.
      'async () => Promise["race"]([load(), /* late */ new Promise((yes) => setTimeout(yes, limit))]);',
      'async () => { await (Promise.race([...all, new Promise((yes) => setTimeout(yes, limit))])); };',
      'class A { get() { return Promise.race([new Promise((yes) => setTimeout(() => yes(undefined), this.limit)), slow]); } }',
      'async () => Promise.race([load(), new Promise((yes) => { setTimeout(yes, limit); })]);',
      'async () => Promise.race([load(), new Promise((yes) => { setTimeout(() => yes(), 60_000); }).then(log)]);',
      'async () => { const late = new Promise((_, no) => setTimeout(no, 5000)); return await Promise.race([load(), late]); };',
      'async () => { let timer; return await Promise.race([load(), new Promise((_, no) => { timer = setTimeout(no, 5000); })]); };',
      'async () => { const late = () => new Promise((_, no) => setTimeout(no, 5000)); return Promise.race([late(), load()]); };',
      'const sleep = (ms) => new Promise((yes) => setTimeout(yes, ms)); const f = () => Promise.race([load(), sleep(5000)]);',
      'function sleep(ms) { return new Promise((yes) => setTimeout(yes, ms)); } const f = () => Promise.race([load(), sleep(5000)]);',
      // As in libs/util/nestjs/kafka/src/pacemaker of amplication.
      "const { promisify } = require('util'); const f = async () => { const sleep = promisify(setTimeout); await Promise.race([load(), sleep(limit)]); };",
      "import { setTimeout as sleep } from 'node:timers/promises'; const f = () => Promise.race([load(), sleep(5000)]);",
    ]
      .filter((code) => !code.includes('.then(log)'))
      .map((code) => ({ code, errors: [{ messageId: 'timer' }] })),
    ...[
      [
        'const closed = new Promise((yes) => { end = yes; }); exports.next = async () => Promise.race([load(), closed]);',
        'closed',
      ],
      [
        'class A { closed = new Promise((yes) => { this.end = yes; }); async next() { return await Promise.race([this.closed, load()]); } }',
        'this.closed',
      ],
      [
        'class A { constructor() { this.aborted = new Promise((yes) => { this.abort = yes; }); } async next() { return await Promise.race([this.aborted, load()]); } }',
        'this.aborted',
      ],
    ].map(([code = '', promise]) => ({
      code,
      errors: [{ messageId: 'promise', data: { promise } }],
    })),
    {
      code: 'const f = async () => Promise.race<number>([load(), new Promise<never>((_, reject) => setTimeout(reject, 5000)) as Promise<number>]);',
      parsers: ['typescript'],
      errors: [{ messageId: 'timer' }],
    },
  ],
});
