import { describe, expect, it } from 'vitest';

import { branch, dedent, failed, give, printLowered, raise, run, settle, wait } from './lower.js';

/** @import { At } from './lower.js' */
/** @import { Region } from '../../../core/regions/build/steps.js' */

/** @type {[name: string, source: string, lower: (at: At) => Region, printed: string][]} */
const CASES = [
  [
    'a callback that settles',
    `function read(file) {
      return new Promise((resolve, reject) => {
        fs.readFile(file, (err, data) => {
          if (err) return reject(err);
          resolve(JSON.parse(data));
        });
      });
    }`,
    (at) => [wait([at('fs.readFile(file'), ')'], 'data'), settle('return', at('JSON.parse(data)'))],
    `const data = await fs.readFile(file);
    return JSON.parse(data);`,
  ],
  [
    'code behind resolve',
    `function open(path) {
      return new Promise((resolve) => {
        const handle = create(path);
        resolve(handle);
        handle.ref();
      });
    }`,
    (at) => [
      run(at('const handle = create(path);')),
      settle('return', at('handle', 2)),
      run(at('handle.ref();')),
    ],
    `const handle = create(path);
    const result = handle;
    handle.ref();
    return result;`,
  ],
  [
    'code behind reject',
    `function fail(socket) {
      return new Promise((resolve, reject) => {
        reject(new Error('closed'));
        socket.destroy();
      });
    }`,
    (at) => [settle('throw', at("new Error('closed')")), run(at('socket.destroy();'))],
    `const error = new Error('closed');
    socket.destroy();
    throw error;`,
  ],
  [
    'a chain in an executor',
    `function load(id) {
      return new Promise((resolve, reject) => {
        store.get(id).then((row) => {
          if (!row) return reject(new Error('none'));
          resolve(row.value);
        }, reject);
      });
    }`,
    (at) => [
      wait([at('store.get(id)')], 'row'),
      branch(at('!row'), [raise(at("new Error('none')"))]),
      settle('return', at('row.value')),
    ],
    `const row = await store.get(id);
    if (!row) {
      throw new Error('none');
    }
    return row.value;`,
  ],
  [
    'an error that is a result',
    `function isThere(file) {
      return new Promise((resolve) => {
        fs.access(file, (err) => {
          if (err) resolve(false);
          else resolve(true);
        });
      });
    }`,
    (at) => [
      wait([at('fs.access(file'), ')'], undefined, failed(undefined, [give(at('false'))])),
      give(at('true')),
    ],
    `try {
      await fs.access(file);
    } catch {
      return false;
    }
    return true;`,
  ],
];

describe('executors, lowered by hand', () => {
  it.each(CASES)('%s', (_, source, lower, printed) => {
    expect(printLowered(source, lower)).toBe(dedent(printed));
  });
});
