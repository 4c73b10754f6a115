import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileFunction } from 'node:vm';
import { gzipSync } from 'node:zlib';

import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/stream-events-to-for-await.js';
import { convert } from '../../core/codemod/convert.js';

/**
 * Converted code is run beside the original, on streams that do all that streams do.
 */

const require = createRequire(import.meta.url);
const directory = mkdtempSync(path.join(tmpdir(), 'stream-events-'));
afterAll(() => rmSync(directory, { recursive: true }));

/**
 * @param {string} source A CommonJS module.
 * @returns {{ original: any, converted: any }} What the module exports, as it is and converted.
 */
function bothOf(source) {
  const { source: output, sites } = convert({ path: 'module.cjs', source }, codemod);
  expect(sites.filter(({ status }) => status === 'refused')).toEqual([]);
  expect(sites).not.toEqual([]);
  return { original: load(source), converted: load(output) };
}

/** @param {string} source */
function load(source) {
  const module = { exports: /** @type {any} */ ({}) };
  compileFunction(source, ['module', 'exports', 'require'])(module, module.exports, require);
  return module.exports;
}

/** What a waiting caller sees, in words; a promise that is not settled in time hangs. */
async function outcomeOf(/** @type {Promise<unknown>} */ promise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const hang = new Promise((resolve) => {
    timer = setTimeout(resolve, 300, 'hangs');
  });
  const settled = promise.then(
    (value) => ({ fulfilled: Buffer.isBuffer(value) ? value.toString('hex') : value }),
    (error) => ({ rejected: error.code ?? error.message }),
  );
  const outcome = await Promise.race([settled, hang]);
  clearTimeout(timer);
  return outcome;
}

/**
 * Functions of a readable stream. Each takes a stream and gives a promise.
 */
const COLLECTORS = {
  text: `exports.read = (stream) => new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (chunk) => { text += chunk; });
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
  });`,
  bytes: `exports.read = function (stream) {
    return new Promise((resolve, reject) => {
      const chunks = [];
      stream
        .on('error', (error) => reject(error))
        .on('data', (chunk) => chunks.push(Buffer.from(String(chunk))))
        .on('end', () => { resolve(Buffer.concat(chunks)); });
    });
  };`,
  'text by `read()`': `exports.read = (stream) => new Promise((resolve, reject) => {
    let text = '';
    stream.on('readable', () => {
      let chunk;
      while ((chunk = stream.read()) !== null) {
        if (!chunk.length) continue;
        text += chunk;
      }
    });
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
  });`,
  decoded: `exports.read = async (stream) => {
    const text = await new Promise((resolve, reject) => {
      const parts = [];
      if (!stream.readableObjectMode) stream.setEncoding('utf8');
      stream.on('data', (part) => parts.push(part));
      stream.on('end', () => resolve(parts.join('')));
      stream.on('error', reject);
    });
    return 'read ' + text;
  };`,
  caught: `exports.read = async (stream) => {
    let size = 0;
    return await new Promise((resolve, reject) => {
      stream.on('data', ({ length }) => { if (!length) return; size += length; });
      stream.on('end', () => {
        if (size === 0) { reject(new Error('nothing')); return; }
        resolve(size);
      });
      stream.on('error', (error) => {
        if (error.message === 'middle') { resolve('as far as it went'); } else { reject(new Error('no: ' + error.message)); }
      });
    });
  };`,
  'whose last listener has names of the code around it': `exports.read = async (stream) => {
    const all = await new Promise((resolve, reject) => {
      const parts = [];
      stream.on('data', (part) => { parts.push(String(part)); });
      stream.on('error', (error) => { if (error.code) parts.push(error.code); reject(error); });
      stream.on('end', () => { const error = parts; resolve(error); });
    });
    return 'read ' + all.join('');
  };`,
};

/** Streams of every kind. */
const STREAMS = {
  empty: () => Readable.from([]),
  strings: () => Readable.from(['a', 'bc', 'd']),
  bytes: () => Readable.from([Buffer.from('ä1'), Buffer.from('€2')], { objectMode: false }),
  'a character cut in two': () =>
    Readable.from([Buffer.from([0xe2, 0x82]), Buffer.from([0xac])], { objectMode: false }),
  'late chunks': () => Readable.from(late(['one', 'two', 'three'])),
  'a transform': () =>
    Readable.from(['x', 'y']).pipe(
      new Transform({
        transform(chunk, _, done) {
          done(null, `<${chunk}>`);
        },
      }),
    ),
  'an error before data': () =>
    new Readable({
      read() {
        this.destroy(new Error('before'));
      },
    }),
  'an error at once': () => {
    const stream = new Readable({ read() {} });
    stream.destroy(new Error('at once'));
    return stream;
  },
  'an error between chunks': () => Readable.from(late(['one', new Error('middle'), 'three'])),
  'an error after the last chunk': () => Readable.from(late(['one', 'two', new Error('after')])),
  'an error of a transform': () =>
    Readable.from(['x', 'y']).pipe(
      new Transform({
        transform(_, __, done) {
          done(new Error('transform'));
        },
      }),
    ),
};

/** @param {(string | Error)[]} items */
async function* late(items) {
  for (const item of items) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
    if (item instanceof Error) throw item;
    yield item;
  }
}

describe.each(Object.entries(COLLECTORS))('a collector of %s', (_, source) => {
  const { original, converted } = bothOf(`require('stream'); ${source}`);

  const isJoined = source.includes('readable');
  const streams = Object.entries(STREAMS).filter(
    // `read()` joins the two halves where they wait together: `chunk-boundaries`.
    ([name]) => !(isJoined && name === 'a character cut in two'),
  );

  it.each(streams)('reads %s as before', async (_name, make) => {
    const before = await outcomeOf(original.read(make()));
    expect(before).not.toBe('hangs');
    expect(await outcomeOf(converted.read(make()))).toEqual(before);
  });

  it('hears of a stream that is destroyed in silence', async () => {
    const make = () => {
      const stream = Readable.from(late(['one', 'two']));
      setTimeout(() => stream.destroy(), 2);
      return stream;
    };
    expect(await outcomeOf(original.read(make()))).toBe('hangs');
    expect(JSON.stringify(await outcomeOf(converted.read(make())))).toMatch(/premature.close/i);
  });
});

/** Functions with a node-style callback. Each takes a stream and the callback. */
const CALLBACKS = {
  text: `exports.read = function (stream, cb) {
    let text = '';
    stream.on('data', (chunk) => { text += chunk; });
    stream.on('end', () => cb(null, text));
    stream.on('error', cb);
  };`,
  'text that may be refused': `exports.read = (stream, cb) => {
    if (!stream) return cb(new TypeError('no stream'));
    const parts = [];
    stream.on('data', (chunk) => parts.push(chunk));
    stream.on('error', (error) => { cb(new Error('no: ' + error.message)); });
    stream.on('end', () => {
      const text = parts.join('');
      if (text === '') return cb(new Error('nothing'));
      cb(null, text, parts.length > 0);
    });
  };`,
  nothing: `exports.read = class { static read(stream, cb) {
    stream.on('data', () => {});
    stream.on('end', cb);
    stream.on('error', (error) => cb(error));
  } }.read;`,
};

describe.each(Object.entries(CALLBACKS))('a callback function that collects %s', (_, source) => {
  const { original, converted } = bothOf(`require('stream'); ${source}`);

  /** @param {any} read @param {() => import('node:stream').Readable | undefined} make */
  async function outcomeOfCallback(read, make) {
    /** @type {unknown[][]} */
    const calls = [];
    const returned = read(make(), (/** @type {unknown[]} */ ...given) => {
      calls.push(given.map((each) => (each instanceof Error ? each.message : each)));
    });
    const atOnce = calls.length;
    for (let waited = 0; calls.length === 0 && waited < 500; waited += 10) {
      await sleep(10);
    }
    // A second call would be one too many.
    await sleep(10);
    return { returned, atOnce, calls, length: read.length };
  }

  it.each(Object.entries(STREAMS))('reads %s as before', async (_name, make) => {
    const before = await outcomeOfCallback(original.read, make);
    expect(before.calls).toHaveLength(1);
    expect(await outcomeOfCallback(converted.read, make)).toEqual(before);
  });
});

it('checks what a callback function is called with before it reads', () => {
  const { original, converted } = bothOf(
    `require('stream'); ${CALLBACKS['text that may be refused']}`,
  );
  for (const { read } of [original, converted]) {
    /** @type {unknown[]} */
    const errors = [];
    read(undefined, (/** @type {Error} */ error) => errors.push(error.message));
    expect(errors).toEqual(['no stream']);
  }
});

describe('object mode', () => {
  it('gives each object by itself', async () => {
    const { original, converted } =
      bothOf(`require('stream'); exports.read = (stream) => new Promise((resolve, reject) => {
      const all = [];
      stream.on('data', (object) => { all.push(object); });
      stream.on('end', () => resolve(all));
      stream.on('error', reject);
    });`);
    const objects = [{ a: 1 }, [2], 'three', 0, false];
    expect(await original.read(Readable.from(objects))).toEqual(objects);
    expect(await converted.read(Readable.from(objects))).toEqual(objects);
  });
});

describe('files', () => {
  const { original, converted } = bothOf(`const fs = require('fs'); const zlib = require('zlib');
    exports.read = (path) => new Promise((resolve, reject) => {
      const hash = require('crypto').createHash('sha256');
      fs.createReadStream(path, { highWaterMark: 1000 })
        .on('data', (chunk) => { hash.update(chunk); })
        .on('end', () => resolve(hash.digest('hex')))
        .on('error', reject);
    });
    exports.unzip = (path) => new Promise((resolve, reject) => {
      const text = fs.createReadStream(path).pipe(zlib.createGunzip());
      let body = '';
      text.setEncoding('utf8');
      text.on('data', (chunk) => { body += chunk; });
      text.on('error', reject);
      text.on('end', () => { resolve(JSON.parse(body)); });
    });`);
  const file = path.join(directory, 'file');
  writeFileSync(file, 'ü'.repeat(50_000));
  const zipped = path.join(directory, 'file.gz');
  writeFileSync(zipped, gzipSync(JSON.stringify({ text: 'ü'.repeat(100_000) })));

  it.each([
    ['read', file],
    ['read', path.join(directory, 'missing')],
    ['read', directory],
    ['unzip', zipped],
    ['unzip', file],
  ])('%s %s', async (name, at) => {
    expect(await outcomeOf(converted[name](at))).toEqual(await outcomeOf(original[name](at)));
  });
});

describe('lines', () => {
  const { original, converted } = bothOf(`const fs = require('fs');
    const readline = require('readline');
    exports.promise = (path) => new Promise((resolve, reject) => {
      const rl = readline.createInterface({ input: fs.createReadStream(path), crlfDelay: Infinity });
      const lines = [];
      rl.on('line', (line) => { if (line === '') return; lines.push(line); });
      rl.on('close', () => resolve(lines));
      rl.on('error', reject);
    });
    exports.callback = (path, cb) => {
      const rl = readline.createInterface({ input: fs.createReadStream(path) });
      let count = 0;
      rl.on('line', () => { count++; });
      rl.on('close', () => cb(null, count));
      rl.on('error', cb);
    };`);
  const text = path.join(directory, 'lines');
  writeFileSync(text, `one\r\n\ntwo\n${'grüße\n'.repeat(5000)}last`);
  const empty = path.join(directory, 'empty');
  writeFileSync(empty, '');

  it.each([text, empty, path.join(directory, 'missing')])('of %s', async (at) => {
    for (const { promise, callback } of [original, converted]) {
      expect(await outcomeOf(promise(at))).toEqual(await outcomeOf(original.promise(at)));
      const called = new Promise((resolve, reject) => {
        callback(at, (/** @type {unknown} */ error, /** @type {unknown} */ count) =>
          error ? reject(error) : resolve(count),
        );
      });
      expect(await outcomeOf(called)).toEqual(
        at === text
          ? { fulfilled: 5004 }
          : at === empty
            ? { fulfilled: 0 }
            : { rejected: 'ENOENT' },
      );
    }
  });
});

it('gives each line variables of its own, where functions keep them', async () => {
  const { original, converted } = bothOf(`const fs = require('fs');
    const readline = require('readline');
    exports.read = function (path) {
      return new Promise(function (resolve) {
        const later = [];
        const rl = readline.createInterface({ input: fs.createReadStream(path) });
        rl.on('line', function (line) {
          var parts = line.split(' '), size = parts.length;
          later.push(function () { return parts.join('-') + size; });
        });
        rl.on('close', function () { resolve(later.map((each) => each())); });
      });
    };`);
  const at = path.join(directory, 'kept');
  writeFileSync(at, 'one two\nthree');
  expect(await outcomeOf(converted.read(at))).toEqual({ fulfilled: ['one-two2', 'three1'] });
  expect(await outcomeOf(original.read(at))).toEqual({ fulfilled: ['one-two2', 'three1'] });
});

it.each(['(seen || 0) + 1', '2, last = typeof seen', 'typeof last, last = 1'])(
  'leaves a listener alone whose `var seen = %s` would know the chunk before',
  (init) => {
    const body = `var seen = ${init}; sum += seen;`;
    const source = `const fs = require('fs');
exports.read = (path, done) => {
  let sum = 0;
  const stream = fs.createReadStream(path);
  stream.on('data', (chunk) => { ${body} });
  stream.on('error', done);
  stream.on('end', () => { done(null, sum); });
};`;
    const { source: output, sites } = convert({ path: 'module.cjs', source }, codemod);
    expect(output === source).toBe(init !== '2, last = typeof seen');
    expect(sites.map(({ status }) => status)).toHaveLength(1);
  },
);

describe('the top of a module', () => {
  const source = `import { createInterface } from 'node:readline';
    let size = 0;
    const rl = createInterface({ input: process.stdin });
    rl.on('line', (line) => { size += line.length; });
    rl.on('close', () => { console.log(size); });`;

  it.each(['', 'one\ntwo\n', 'ü'.repeat(100_000)])('reads what it is given as before', (input) => {
    const { source: output, changed } = convert({ path: 'main.mjs', source }, codemod);
    expect(changed).toBe(true);
    const [before, after] = [source, output].map((text) =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', text], { input }).toString(),
    );
    expect(after).toBe(before);
  });
});

describe('servers', () => {
  const { original, converted } = bothOf(`const http = require('http');
    exports.plain = () => http.createServer((req, res) => {
      let body = '';
      req.setEncoding('utf8');
      req.on('data', (chunk) => { body += chunk; });
      req.on('end', () => {
        res.write(body.toUpperCase());
        res.end();
      });
    });
    exports.strict = () => http.createServer((req, res) => {
      let body = '';
      req.on('data', (chunk) => { body += chunk; });
      req.on('end', () => { res.end('hello ' + JSON.parse(body).name); });
    });
    exports.parsing = () => http.createServer((req, res) => {
      if (req.method === 'POST') {
        const chunks = [];
        req.on('data', (chunk) => chunks.push(chunk));
        req.on('error', (error) => { res.destroy(error); });
        req.on('end', () => {
          const { name } = JSON.parse(Buffer.concat(chunks));
          if (!name) { res.statusCode = 404; res.end(); return; }
          res.end('hello ' + name);
        });
        res.setHeader('x-early', 'yes');
      } else {
        res.end('none');
      }
    });`);

  /**
   * @param {http.Server} server
   * @param {(port: number) => Promise<unknown>} use
   */
  async function serving(server, use) {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    try {
      return await use(port);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  /** @param {RequestInit} init @returns {(port: number) => Promise<unknown>} */
  const asking = (init) => async (port) => {
    const answer = await globalThis.fetch(`http://127.0.0.1:${port}/`, init);
    return [answer.status, answer.headers.get('x-early'), await answer.text()];
  };

  it.each(
    /** @type {[string, string, RequestInit][]} */ ([
      ['plain', 'a body', { method: 'POST', body: 'grüße '.repeat(30_000) }],
      ['plain', 'nothing', {}],
      ['parsing', 'a body', { method: 'POST', body: '{"name":"Ada"}' }],
      ['parsing', 'no name', { method: 'POST', body: '{}' }],
      ['parsing', 'another method', {}],
    ]),
  )('%s: %s', async (name, _, init) => {
    const before = await serving(original[name](), asking(init));
    expect(await serving(converted[name](), asking(init))).toEqual(before);
  });

  it('answers what a listener throws with 500, where it ended the process', async () => {
    const outcome = await serving(converted.strict(), async (port) => [
      await asking({ method: 'POST', body: 'no JSON' })(port),
      await asking({ method: 'POST', body: '{"name":"Ada"}' })(port),
    ]);
    expect(outcome).toEqual([
      [500, null, ''],
      [200, null, 'hello Ada'],
    ]);
  });

  it('stays alive when a request breaks', async () => {
    const failing = converted.plain();
    failing.prependListener('request', (/** @type {http.IncomingMessage} */ request) => {
      request.on('data', () => request.destroy(new Error('broken')));
    });
    // The socket goes with the request.
    await expect(serving(failing, asking({ method: 'POST', body: 'x' }))).rejects.toThrow();
  });

  it('stays alive when a request is aborted', async () => {
    const outcome = await serving(converted.plain(), async (port) => {
      const request = http.request({ port, method: 'POST', headers: { 'content-length': 100 } });
      request.on('error', () => {});
      request.write('half');
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
      request.destroy();
      return asking({ method: 'POST', body: 'whole' })(port);
    });
    expect(outcome).toEqual([200, null, 'WHOLE']);
  });
});

describe('clients', () => {
  const { original, converted } = bothOf(
    `const http = require('http');
    exports.get = (port, path) => new Promise((resolve, reject) => {
      http.get({ port, path }, (res) => {
        let body = '';
        if (res.statusCode !== 200) { res.resume(); reject(new Error('status ' + res.statusCode)); return; }
        res.on('data', (chunk) => { body += chunk; });
        res.on('end', () => { resolve(JSON.parse(body)); });
      }).on('error', reject);
    });`.replace('res.resume(); ', ''),
  );

  const server = http.createServer((request, response) => {
    if (request.url === '/missing') response.statusCode = 404;
    if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{');
      setTimeout(() => response.destroy(), 5);
      return;
    }
    response.end('{"ok":true}');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('reads answers as before', async () => {
    await once(server.listen(0), 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    for (const at of ['/', '/missing']) {
      const before = await outcomeOf(original.get(port, at));
      expect(await outcomeOf(converted.get(port, at))).toEqual(before);
    }
    expect(await outcomeOf(original.get(port, '/cut'))).toBe('hangs');
    expect(await outcomeOf(converted.get(port, '/cut'))).toEqual({ rejected: 'ECONNRESET' });
    expect(await outcomeOf(converted.get(1, '/'))).toEqual({ rejected: 'ECONNREFUSED' });
  });
});

it('leaves a listener that is another one in the next call', () => {
  const source = `let finish;
require('http').createServer((req, res) => {
  finish = () => res.end();
  let size = 0;
  req.on('data', (chunk) => { size += chunk.length; });
  req.on('end', finish);
});
`;
  const { changed, sites } = convert({ path: 'module.cjs', source }, codemod);
  expect(changed).toBe(false);
  expect(sites.map(({ reason }) => reason)).toEqual(['listener-form']);
});

it.each([
  'function (id, await) { return PROMISE; }',
  'function await(id) { return PROMISE; }',
  '(id, await) => PROMISE',
])('leaves a function as it is where `await` is a name: %s', (fn) => {
  const promise =
    "new Promise((resolve, reject) => { let text = ''; const s = fs.createReadStream(id); s.on('data', (c) => { text += c; }); s.on('end', () => resolve(text)); s.on('error', reject); })";
  const source = `const fs = require('fs');\nexports.read = ${fn.replace('PROMISE', promise)};`;
  const { source: output } = convert({ path: 'example.js', source }, codemod, { node: '20' });
  expect(output).toContain(`exports.read = ${fn.replace('PROMISE', '').slice(0, 20)}`);
  expect(output).toContain('for await');
});

const READ = `function read(stream) {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (chunk) => { text += chunk; });
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
  });
}
const { Readable } = require('stream');
const { EventEmitter } = require('events');
`;

/** What listens may be several, or listen to what is no stream. */
const SHARED = {
  'a stream around a function that is called again': `const { Readable } = require('stream');
exports.run = () => {
  const stream = Readable.from(['a', 'b']);
  const read = () => new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (chunk) => { text += chunk; });
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
  });
  return Promise.all([read(), read()]);
};`,
  'a stream that two calls are given': `${READ}exports.run = () => {
  const given = Readable.from(['a', 'b']);
  return Promise.all([read(given), read(given)]);
};`,
  'an emitter of the file': `${READ}exports.run = () => {
  const emitter = new EventEmitter();
  setImmediate(() => { emitter.emit('data', 'a'); emitter.emit('end'); });
  return read(emitter);
};`,
  'a parameter that may be an emitter': `${READ.replace('(stream)', '(stream = made())')}
const made = () => {
  const emitter = new EventEmitter();
  const send = emitter['e' + 'mit'].bind(emitter);
  setImmediate(() => { send('data', 'a'); send('end'); });
  return emitter;
};
exports.run = () => read();`,
};

it.each(Object.entries(SHARED))('leaves listeners alone on %s', async (_, source) => {
  const { source: output } = convert({ path: 'module.cjs', source }, codemod);
  expect(await outcomeOf(load(output).run())).toEqual(await outcomeOf(load(source).run()));
});
