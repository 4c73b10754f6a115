import { describe, expect, it } from 'vitest';

import { HEAD, comparable, run, toAsync } from './run.js';
import { HEAD as HANDLERS, answer } from './handler-run.js';

/**
 * Responses of HTTP, of which a member comes behind them: `(err, response, body)`.
 */

const REQUEST = "const request = require('request');\n";

const OPTIONS = { trust: 'application' };

/** @type {[name: string, source: string, text: string][]} */
const FUNCTIONS = [
  [
    'the body',
    `exports.run = (url, cb) => {
  request.get(url, (err, response, body) => {
    if (err) return cb(err);
    cb(null, [body]);
  });
};`,
    'const { body } = await getAsync(url);',
  ],
  [
    'the body under another name',
    `exports.run = (url, cb) => {
  request(url, function (err, _, text) {
    if (err) return cb(err);
    text = text.toUpperCase();
    cb(null, text);
  });
};`,
    'let { body: text } = await requestAsync(url);',
  ],
  [
    'both',
    `exports.run = (url, cb) => {
  request.get(url, (err, response, body) => {
    if (err) return cb(err);
    log(body);
    cb(null, response.status);
  });
};`,
    'const response = await getAsync(url);\n    log(response.body);',
  ],
  [
    'the response',
    `exports.run = (url, cb) => {
  request.get(url, (err, response) => {
    if (err) return cb(err);
    cb(null, [response.status]);
  });
};`,
    'const response = await getAsync(url);',
  ],
];

/** @type {[name: string, source: string, text: string][]} */
const IN_TRY = [
  [
    'the body',
    `app.get('/:id', (req, res) => {
  request.get(req.params.id, (err, response, body) => {
    if (err) return res.status(500).send('failed');
    res.json(body);
  });
});`,
    `  let body;
  try {
    ({ body } = await getAsync(req.params.id));
  } catch {`,
  ],
  [
    'both, of two requests',
    `app.get('/:id', (req, res) => {
  request.get(req.params.id, (err, response, body) => {
    if (err) return res.status(500).send('failed');
    request.get('a', (err, other, text) => {
      if (err) return res.status(500).send('failed');
      res.json([response.status, body, other.status, text]);
    });
  });
});`,
    'res.json([response.status, response.body, other.status, other.body]);',
  ],
];

describe('a response', () => {
  it.each(FUNCTIONS)('of which a function takes %s', async (_, program, text) => {
    const source = `${HEAD}${REQUEST}${program}\n`;
    const { source: converted } = toAsync(source, OPTIONS);
    expect(converted).toContain(text);
    for (const args of [['a'], ['bad']]) {
      expect(comparable(await run(converted, { args }))).toEqual(
        comparable(await run(source, { args })),
      );
    }
    expect(toAsync(converted, OPTIONS).changed).toBe(false);
  });

  it.each(IN_TRY)('of which a handler takes %s', async (_, program, text) => {
    const source = `${HANDLERS}${REQUEST}${program}\n`;
    const { source: converted } = toAsync(source, OPTIONS);
    expect(converted).toContain(text);
    for (const id of ['a', 'bad']) {
      const request = { params: { id } };
      const before = await answer(source, request);
      const after = await answer(converted, request);
      expect(after).toEqual(before);
    }
  });

  it('that may be missing comes with its error', async () => {
    const source = `${HEAD}${REQUEST}exports.run = (url, cb) => {
  request.get(url, (err, response, body) => {
    if (err) log('failed');
    cb(null, body);
  });
};
`;
    const { source: converted } = toAsync(source, OPTIONS);
    expect(converted).toContain('const [err, , body] = await new Promise(');
    for (const args of [['a'], ['bad']]) {
      expect(comparable(await run(converted, { args }))).toEqual(
        comparable(await run(source, { args })),
      );
    }
  });

  it.each([
    ['has more than that', 'if (err) return cb(err); cb(null, rest);'],
    ['is changed', 'if (err) return cb(err); response.body = url; cb(null, body);'],
    ['is replaced', 'if (err) return cb(err); response = url; cb(null, [response, body]);'],
  ])('keeps its callback where it %s', (_, body) => {
    const source = `${HEAD}${REQUEST}exports.run = (url, cb) => {
  request.get(url, (err, response, body, rest) => { ${body} });
};
`;
    expect(toAsync(source, OPTIONS).changed).toBe(false);
  });
});
