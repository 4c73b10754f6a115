import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { NO_PROJECT } from '../../../core/contract/pattern.js';
import { HEAD, PROMISIFY, answer } from './handler-run.js';
import { toAsync } from './run.js';

/**
 * Handlers of requests, listeners and what statements call: what they do, and what they tell of errors,
 * is the same behind their conversion.
 */

const FOUND = { params: { id: 'a' }, body: { name: 'a' }, user: { name: 'b', last: 'c' } };
const BAD = { params: { id: 'bad' }, body: { name: 'bad' } };

/** @type {[name: string, source: string][]} */
const CONVERTED = [
  [
    'hands an error on',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'is one of an object of them',
    `app.io.route('users', {
  get(req, res) {
    store(req.params.id, (err, found) => {
      if (err) return res.sendStatus(400);
      res.json(found);
    });
  },
  list: function (req, res) {
    store('all', (err, found) => {
      if (err) {
        res.sendStatus(400);
        return;
      }
      res.json([found]);
    });
  },
});`,
  ],
  [
    'hands it on in a block, without a value',
    `app.get('/:id', function (req, res, next) {
  store(req.params.id, function (err, found) {
    if (err) {
      next(err);
      return;
    }
    res.json(found);
  });
});`,
  ],
  [
    'answers in branches',
    `app.get('/:id', (req, res) => {
  store(req.params.id, (err, found) => {
    if (err) {
      res.status(500).send(err.message);
    } else {
      log('found');
      res.json(found);
    }
  });
});`,
  ],
  [
    'answers in branches that end with something else',
    `app.get('/:id', (req, res) => {
  store(req.params.id, (err, found) => {
    if (err) {
      res.status(500).send(err.message);
      log('failed');
    } else {
      res.json(found);
    }
  });
});`,
  ],
  [
    'answers in a branch of branches',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, found) => {
    if (err) {
      if (err.code === 'ENOENT') {
        return res.status(404).end();
      } else if (err.message === 'bad value') {
        res.status(400).end();
      } else {
        next(err);
      }
    } else {
      res.json(found);
    }
  });
});`,
  ],
  [
    'tells errors apart, by filters',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, found) => {
    if (err && err.message === 'bad value') return res.status(404).end();
    if (err) return next(err);
    if (!found) return res.status(404).end();
    res.json(found);
  });
});`,
  ],
  [
    'switches in a branch',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, found) => {
    if (err) {
      switch (err.message) {
        case 'none':
          return res.status(404).end();
        case 'bad value':
          res.status(400).end();
          break;
        default:
          next(err);
      }
    } else {
      res.json(found);
    }
  });
});`,
  ],
  [
    'is an expression',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, found) => (err ? next(err) : res.json(found)));
});`,
  ],
  [
    'ends early in a branch, and waits there',
    `http.createServer((req, res, next) => {
  if (req.params.id === 'a') {
    return store('x', (err, found) => {
      if (err) return next(err);
      if (found) log(found);
    });
  }
  log('more');
  next();
});`,
  ],
  [
    'ends early in a branch without braces',
    `http.createServer((req, res, next) => {
  if (req.params.id === 'a')
    return store('x', (err, found) => {
      if (err) return next(err);
      res.json(found);
    });
  log('more');
  next();
});`,
  ],
  [
    'ends early behind what it waits for',
    `app.get('/:id', (req, res, next) => {
  store('x', (err, x) => {
    if (err) return next(err);
    if (req.params.id === 'a') {
      store('y', (err, y) => {
        if (err) {
          log('failed');
        } else {
          res.json(y);
        }
      });
      return;
    }
    log('more');
    next();
  });
});`,
  ],
  [
    'waits in cases',
    `app.get('/:id', (req, res, next) => {
  switch (req.params.id) {
    case 'a':
      store('a', (err, found) => {
        if (err) return next(err);
        res.json(found);
      });
      break;
    case 'bad':
      return store('bad', (err, found) => {
        if (err) return log(err.message);
        res.json(found);
      });
    default:
      next();
  }
});`,
  ],
  [
    'says first what is right',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, found) => {
    if (!err) {
      res.json(found);
    } else {
      next(err);
      log('failed');
    }
  });
});`,
  ],
  [
    'says first what is right, and goes',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, found) => {
    if (!err) return res.json(found);
    log(err.message);
    log('failed');
  });
});`,
  ],
  [
    'waits where something went wrong',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, found) => {
    if (err) {
      store('again', (err, again) => {
        if (err) return next(err);
        res.json(again);
      });
    } else {
      res.json(found);
    }
  });
});`,
  ],
  [
    'waits more than once',
    `http.createServer((req, res, next) => {
  log('first');
  store(req.params.id, (err, first) => {
    if (err) return next(err);
    log('second');
    store(first, (err, second) => {
      if (err) return next(err);
      res.json(second);
      log('done');
    });
  });
});`,
  ],
  [
    'waits in a branch',
    `app.get('/:id', (req, res, next) => {
  if (req.params.id === 'none') {
    res.status(404).end();
  } else {
    store(req.params.id, (err, found) => {
      if (err) return next(err);
      res.json(found);
    });
  }
});`,
  ],
  [
    'goes before it waits',
    `app.get('/:id', (req, res, next) => {
  if (req.params.id === 'a') return res.status(304).end();
  store(req.params.id, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'returns the call',
    `app.get('/:id', (req, res, next) => {
  return store(req.params.id, (err, found) => {
    if (err) return next(err);
    return res.json(found);
  });
});`,
  ],
  [
    'returns what is no answer',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, found) => {
    if (err) return void next(err);
    if (found === '<a>') return log('an a');
    return { then() { log('asked'); } };
  });
});`,
  ],
  [
    'throws what is wrong',
    `http.createServer((req, res) => {
  store(req.params.id, (err, found) => {
    if (err) throw err;
    res.json(found);
    throw new Error('behind');
  });
});`,
  ],
  [
    'goes wrong behind the wait',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, found) => {
    if (err) return next(err);
    res.json(found.missing.name);
  });
});`,
  ],
  [
    'looks at the error later',
    `app.get('/:id', (req, res) => {
  store(req.params.id, (err, found) => {
    log('back');
    res.json(err ? err.message : found);
  });
});`,
  ],
  [
    'does not look at the error',
    `app.get('/:id', (req, res) => {
  store(req.params.id, (err, found) => {
    if (err) log('none');
    store('bad', () => {
      res.end();
    });
  });
});`,
  ],
  [
    'passes control on',
    `app.use((req, res, next) => {
  store(req.params.id, (err, found) => {
    if (err) return next(err);
    req.found = found;
    next();
  });
});`,
  ],
  [
    'has a name',
    `function show(req, res, next) {
  store(req.params.id, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
}
app.get('/:id', show);`,
  ],
  [
    'is one of several',
    `app.get('/:id', (req, res, next) => { log('first'); next(); }, (req, res, next) => {
  store(req.params.id, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'calls a function of the file',
    `function load(id, cb) {
  store(id, (err, found) => {
    if (err) return cb(err);
    cb(null, found + '!');
  });
}
app.get('/:id', (req, res, next) => {
  load(req.params.id, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'listens',
    `app.on('request', (req, res) => {
  store(req.params.id, (err, found) => {
    if (err) {
      log(err.message);
      return;
    }
    res.json(found);
  });
});`,
  ],
  [
    'is called by a statement',
    `function main(id) {
  log('main');
  store(id, (err, found) => {
    if (err) throw err;
    log(found);
  });
}
main('a');
main('bad');`,
  ],
  [
    'reads numbers of the path',
    `app.get('/:id', (req, res, next) => {
  const { id } = req.params;
  const number = Number(req.params.id);
  const page = parseInt(id, 10);
  store(id, (err, found) => {
    if (err) return next(err);
    res.json([found, number, page]);
  });
});`,
  ],
  [
    'reads what it has asked for',
    `app.get('/:id', (req, res, next) => {
  if (!req.body || !req.body.name) return res.status(400).json({ error: 'name' });
  const first = req.user && req.user.name;
  const last = req.user != null ? req.user.last : req.body.name;
  store(req.body.name, (err, found) => {
    if (err) return next(err);
    res.json([found, first, last]);
  });
});`,
  ],
  [
    'keeps what turns of loops have in common apart',
    `app.get('/:id', (req, res, next) => {
  var i = 'outer';
  store(req.params.id, (err, found) => {
    if (err) return next(err);
    for (var i = 0; i < 2; i++) log(found + i);
    store('b', (err, found) => {
      if (err) return next(err);
      res.json(found + i);
    });
  });
});`,
  ],
];

describe('handlers', () => {
  it.each(CONVERTED)('convert: one that %s', async (_, source) => {
    const original = HEAD + source;
    const { source: converted, sites } = toAsync(original, PROMISIFY);

    expect(sites.map(({ status, reason }) => reason ?? status)).not.toContain('refused');
    expect(converted).toMatch(/async (?:function )?(?:\w+)?\(/u);
    expect(converted).not.toMatch(/store\([^)]*, (?:function )?\(err/u);
    for (const request of [FOUND, BAD]) {
      expect(await answer(converted, request)).toEqual(await answer(original, request));
    }
  });
});

it('handlers ask a database, by the name of a method of lists', async () => {
  const original = `${HEAD}const users = { find: store, map: store };
app.get('/:id', (req, res, next) => {
  users.find(req.params.id, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});
app.get('/', (req, res, next) => {
  users.map('a', (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});
`;
  const { source: converted, sites } = toAsync(original, { accept: 'timing-unobservable' });

  expect(sites.map(({ status }) => status)).toEqual(['converted', 'refused']);
  expect(converted).toContain('found = await findAsync(users, req.params.id)');
  for (const request of [FOUND, BAD]) {
    expect(await answer(converted, request)).toEqual(await answer(original, request));
  }
});

/** @type {[name: string, source: string][]} */
const TRIED = [
  [
    'may throw before it waits, which a router answers to',
    `app.get('/:id', (req, res, next) => {
  const query = JSON.parse(req.query.q);
  store(query, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'reads what may be missing, in a router',
    `app.get('/:id', (req, res, next) => {
  const { id } = req.user;
  store('a', (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'reads a part of what may be missing',
    `app.get('/:id', (req, res, next) => {
  const body = req.body;
  log(body.name);
  store('a', (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'makes a number of what a query may hold',
    `app.get('/:id', (req, res, next) => {
  const page = Number(req.query.page);
  store('a', (err, found) => {
    if (err) return next(err);
    res.json(found + page);
  });
});`,
  ],
  [
    'reads what it has asked for once, before it is another',
    `app.get('/:id', (req, res, next) => {
  if (!req.body) return next();
  req.body = req.body.part;
  const { name } = req.body;
  store(name, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'reads what it has asked for once, of what others had in hand since',
    `app.get('/:id', (req, res, next) => {
  if (!req.body) return next();
  try { strip(req); } catch (error) { console.log(error); }
  const { name } = req.body;
  store(name, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});
function strip(request) { request.body = null; }`,
  ],
  [
    'reads what it has asked for once, and what somebody does to it takes away',
    `app.get('/:id', (req, res, next) => {
  if (!req.body) return next();
  try { req.logout(); } catch (error) { console.log(error); }
  const { name } = req.body;
  store(name, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'reads what it has asked for once, and a function inside takes away',
    `app.get('/:id', (req, res, next) => {
  const reset = () => { req.body = null; };
  if (!req.body) return next();
  try { reset(); } catch (error) { console.log(error); }
  const { name } = req.body;
  store(name, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'reads what it has asked for and not found',
    `app.get('/:id', (req, res, next) => {
  if (req.body) return next();
  const { name } = req.body;
  store(name, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'calls what may throw',
    `app.get('/:id', (req, res, next) => {
  verify(req.headers.token);
  store('a', (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'sets a header to what may be none',
    `app.get('/:id', (req, res, next) => {
  res.setHeader('x', req.query.x);
  store('a', (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'answers with what may be no text',
    `app.get('/:id', (req, res, next) => {
  if (req.query.echo) return res.end(req.query.echo);
  store('a', (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'waits several times, and answers to one error itself',
    `app.get('/:id', (req, res, next) => {
  'use strict';
  // Who it is.
  store(req.params.id, (err, found) => {
    if (err) { return next(err); }
    if (!found) return next();
    store((req.user || {}).name, function (err, second) {
      if (err) {
        if (err.code === 'NONE') return res.end('none');
        return next(err);
      }
      const text = \`
  \${second}\`;
      store(found + text, (problem, third) => {
        if (problem) {
          next(problem);
          return;
        }
        store((req.user || {}).last, (err) => {
          if (err) return next(err);
          // All is well.
          res.json([found, second, third]);
        });
      });
    });
  });
});`,
  ],
];

/** @type {[name: string, source: string][]} Handlers that forward no error of what they wait for. */
const ROUTED = [
  [
    'hands on what is thrown before it waits, and answers to errors itself',
    `app.get('/:id', (req, res, next) => {
  const { name } = req.user;
  store(name, (err, found) => {
    if (err) return res.status(500).send(err.message);
    res.json(found);
  });
});`,
  ],
  [
    'does so behind another handler',
    `app.get('/:id', (req, res, next) => { next(); }, function (req, res, next) {
  req.user.name.trim();
  store(req.params.id, function (problem, found) {
    if (problem) {
      log(problem.message);
      return res.end();
    }
    res.json(found);
  });
});`,
  ],
  [
    'takes `next` for that',
    `app.post('/', (req, res) => {
  log(req.user.name.trim());
  store(req.params.id, (err, found) => {
    if (err) {
      res.status(500).end();
    } else {
      res.json(found);
    }
  });
});`,
  ],
];

describe('handlers that forward their errors have one try, whose catch does it, where it', () => {
  it.each(TRIED)('%s', async (_, source) => {
    const original = HEAD + source;
    const { source: converted, sites } = toAsync(original, PROMISIFY);

    expect(sites.map(({ status, reason }) => reason ?? status)).not.toContain('refused');
    expect(converted.match(/\btry \{/gu)?.length).toBe(
      1 + (source.match(/\btry \{|err\.code/gu)?.length ?? 0),
    );
    const HOLDS_NOTHING = { params: { id: 'a' } };
    const IS_BAD = { ...FOUND, user: { name: 'bad', last: 'bad' } };
    const IS_LATE = { ...FOUND, user: { name: 'b', last: 'bad' } };
    for (const request of [FOUND, BAD, HOLDS_NOTHING, IS_BAD, IS_LATE]) {
      const before = await answer(original, structuredClone(request));
      expect(await answer(converted, structuredClone(request))).toEqual(before);
    }
    expect(toAsync(converted, PROMISIFY).source).toBe(converted);
  });

  it.each(ROUTED)('%s', async (_, source) => {
    const original = HEAD + source;
    const { source: converted, sites } = toAsync(original, PROMISIFY);

    expect(sites.map(({ status, reason }) => reason ?? status)).toEqual(['converted']);
    expect(converted).toMatch(/\} catch \(\w+\) \{\n {2,4}next\(\w+\);\n {2}\}\n\}/u);
    for (const request of [
      FOUND,
      BAD,
      { params: { id: 'a' } },
      { params: {}, user: { name: 'bad' } },
    ]) {
      const before = await answer(original, structuredClone(request));
      expect(await answer(converted, structuredClone(request))).toEqual(before);
    }
    expect(toAsync(converted, PROMISIFY).source).toBe(converted);
  });

  it('is a listener that emits its errors, those too that it throws before it waits', async () => {
    const original = `${HEAD}app.get('/:id', (req, res, next) => {
  const job = new (require('events').EventEmitter)();
  job.on('failed', (err) => res.end(err.message));
  job.on('start', () => {
    const name = req.user.name.trim();
    store(name, (err, found) => {
      if (err) return job.emit('failed', err);
      job.emit('end', found);
    });
  });
  job.on('end', (found) => res.json(found));
  job.emit('start');
});`;
    const { source: converted, sites } = toAsync(original, PROMISIFY);

    expect(sites.map(({ status }) => status)).toContain('converted');
    expect(sites.flatMap(({ assumes }) => assumes)).toContain('throws-late');
    expect(converted).toContain("} catch (err) {\n      job.emit('failed', err);\n    }");
    for (const request of [FOUND, { ...FOUND, user: { name: 'bad' } }]) {
      expect(await answer(converted, request)).toEqual(await answer(original, request));
    }
    const [before, after] = [await answer(original, BAD), await answer(converted, BAD)];
    expect(before.log).toEqual([expect.stringMatching(/^next TypeError: .*'name'/u), 'returned']);
    expect(after.log).toEqual([expect.stringMatching(/^end .*'name'/u), 'returned']);
  });

  it('throws after a wait, which is said', async () => {
    const original = `${HEAD}app.get('/:id', (req, res, next) => {
  const { name } = req.user;
  store(name, (err, found) => {
    if (err) return next(err);
    res.json(found.length.of.nothing);
  });
});`;
    const { source: converted, sites } = toAsync(original, PROMISIFY);

    expect(sites[0]?.assumes).toContain('uncaught-error');
    const [before, after] = [await answer(original, FOUND), await answer(converted, FOUND)];
    expect(before.ended).toEqual([expect.stringMatching(/nothing/u)]);
    expect(after.ended).toEqual([]);
    expect(after.log).toEqual([
      ...before.log,
      expect.stringMatching(/^next TypeError: .*nothing/u),
    ]);
  });
});

/** @type {[name: string, reason: string, source: string][]} */
const LEFT = [
  [
    'means something else by next',
    'handler-may-throw',
    `const next = (step) => log(step);
app.get('/', (req, res) => {
  log(req.user.name.trim());
  store(req.params.id, (err, found) => {
    if (err) return res.end();
    next('found');
    res.json(found);
  });
});`,
  ],
  [
    'has a server call it',
    'handler-may-throw',
    `const handle = (req, res) => {
  log(req.user.name.trim());
  store(req.params.id, (err, found) => {
    if (err) return res.end();
    res.json(found);
  });
};
app.get('/', handle);
app.on('request', handle);`,
  ],
  [
    'goes on behind the call',
    'code-after-call',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
  log('started');
});`,
  ],
  [
    'waits in a loop',
    'parallel-loop',
    `app.get('/:id', (req, res, next) => {
  for (const id of ['a', 'b']) {
    store(id, (err, found) => {
      if (err) return next(err);
      res.write(found);
    });
  }
});`,
  ],
  [
    'may be called back at once',
    'timing-unobservable',
    `const { find } = require('./find');
app.get('/:id', (req, res, next) => {
  find(req.params.id, (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});`,
  ],
  [
    'goes on with the error',
    'callback-parameters',
    `app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, { name }) => {
    if (err) return next(err);
    res.json(name);
  });
});`,
  ],
  [
    'waits for what may throw at what it is given, with no catch around it',
    'handler-may-throw',
    `app.get('/:id', (req, res, next) => {
  fs.readFile(req.query.file, (err, text) => {
    if (err) throw err;
    res.end(text);
  });
});`,
  ],
  [
    'takes what may be missing apart',
    'handler-may-throw',
    `app.on('job', ({ id }, done) => {
  store('a', (err, found) => {
    if (err) return log(err.message);
    log(found + id);
  });
});`,
  ],
  [
    'reads what a listener may not be given',
    'handler-may-throw',
    `app.on('job', (job, done) => {
  const path = job.path;
  store('a', (err, found) => {
    if (err) return log(err.message);
    log(found + path);
  });
});`,
  ],
  [
    'is called by a handler',
    'handler-may-throw',
    `function show(req, res) {
  const query = JSON.parse(req.query.q);
  store(query, (err, found) => {
    if (err) return res.end();
    res.json(found);
  });
}
app.get('/', (req, res) => {
  show(req, res);
});`,
  ],
  [
    'is called in a try',
    'handler-may-throw',
    `function main(options) {
  log(options.name);
  store('a', (err, found) => {
    if (err) throw err;
    log(found);
  });
}
try {
  main();
} catch (e) {
  log('caught');
}`,
  ],
  [
    'listens to an emitter of the file',
    'handler-may-throw',
    `app.on('job', (job) => {
  const file = job.path.trim();
  store(file, (err, found) => {
    if (err) throw err;
    log(found);
  });
});`,
  ],
  [
    'throws what is no error',
    'throw-in-callback',
    `http.createServer((req, res) => {
  store('a', (err, found) => {
    if (err) return res.end();
    throw 'nothing';
  });
});`,
  ],
];

describe('what handlers wait for one behind the other', () => {
  /** @param {string} inner @param {string} [first] */
  const nest = (
    inner,
    first = 'if (err) return next(err);',
  ) => `${HEAD}app.get('/:id', (req, res, next) => {
  store(req.params.id, (err, one) => {
    ${first}
    ${inner}
  });
});
`;
  const SECOND = `store(req.body.name, (err, two) => {
      if (err) {
        return next(err);
      }
      log(one);
      res.json(two);
    });`;

  it.each([
    ['at once', SECOND, undefined],
    ['at once, with a return', `return ${SECOND}`, undefined],
    [
      'with more to do for an error',
      `store('b', (err, two) => {
      if (err) {
        log(err.message);
        return next(err);
      }
      res.json([one, two]);
    });`,
      'if (err) { log(err.message); return next(err); }',
    ],
    [
      'three times',
      `store('b', (err) => {
      if (err) return next(err);
      store(req.body.name, (err, three) => {
        if (err) return next(err);
        res.json([one, three]);
      });
    });`,
      undefined,
    ],
    ['with code between', `log('between');\n    ${SECOND}`, undefined],
    ['with a comment between', `// and then\n    ${SECOND}`, undefined],
    ['with another name for the error', SECOND.replaceAll('err', 'error'), undefined],
    ['with code behind that ends it', `if (!one) return next();\n    ${SECOND}`, undefined],
  ])('is in one try: %s', async (_, inner, first) => {
    const original = nest(inner, first);
    const { source: converted } = toAsync(original, PROMISIFY);
    expect(converted.match(/\btry\b/gu)).toHaveLength(1);
    for (const request of [FOUND, BAD, { ...FOUND, body: { name: 'bad' } }]) {
      expect(await answer(converted, request)).toEqual(await answer(original, request));
    }
    expect(toAsync(converted, PROMISIFY).changed).toBe(false);
  });

  it.each([
    ['another answer', SECOND.replace('next(err)', "next('second')")],
    ['another variable of the same name', SECOND.replace('two', 'next').replace('two', 'next')],
  ])('is not, with %s', async (_, inner) => {
    const original = nest(inner);
    const { source: converted } = toAsync(original, PROMISIFY);
    expect(converted.match(/\btry\b/gu) ?? []).not.toHaveLength(1);
    for (const request of [FOUND, BAD, { ...FOUND, body: { name: 'bad' } }]) {
      expect(await answer(converted, request)).toEqual(await answer(original, request));
    }
  });
});

describe('handlers that', () => {
  it.each(LEFT)('%s are left alone: %s', (_, reason, source) => {
    const original = HEAD + source;
    const conversion = toAsync(original, PROMISIFY);

    expect(conversion.source).toBe(original);
    expect(conversion.sites.map((site) => site.reason)).toEqual([reason]);
  });

  it.each([
    [
      'give a value to whom they listen to',
      `app.on('click', () => {
  if (isBusy) return false;
  store('a', (err, found) => {
    if (err) throw err;
    log(found);
  });
});`,
    ],
    [
      'are exported',
      `exports.show = function (req, res) {
  store(req.params.id, (err, found) => {
    if (err) return res.status(500).end();
    res.json(found);
  });
};`,
    ],
    [
      'are for a server that sends what they return',
      `const fastify = require('fastify');
app.get('/:id', (req, res) => {
  store(req.params.id, (err, found) => {
    if (err) return res.send(err);
    res.send(found);
  });
});`,
    ],
    [
      'give what a call gives to whom they listen to',
      `app.on('can-quit', (id) => {
  if (!id) return isIdle(id);
  store(id, (err, found) => {
    if (err) throw err;
    log(found);
  });
});`,
    ],
    [
      'hear of rejections',
      `process.on('unhandledRejection', (reason) => {
  store(reason, (err) => {
    if (err) throw err;
    log('noted');
  });
});`,
    ],
    [
      'hear of exceptions',
      `process.on('uncaughtException', (error) => {
  store(error.message, (err) => {
    if (err) throw err;
    log('noted');
  });
});`,
    ],
    ['wait for nothing', `app.on('exit', () => {\n  fs.unlink('lock', () => {});\n});`],
    [
      'listen',
      `app.on('request', (req) => {
  req.on('error', (err) => {
    if (err) log(err);
  });
});`,
    ],
  ])('%s are none', (_, source) => {
    const original = HEAD + source;
    const conversion = toAsync(original, PROMISIFY);

    expect(conversion.source).toBe(original);
    expect(conversion.sites).toEqual([]);
  });

  it('have the name of a method that another function waits for are not waited for', () => {
    const original = `${HEAD}app.get('/', function show(req, res, next) {
  store('a', (err, found) => {
    if (err) return next(err);
    res.json(found);
  });
});
exports.run = function (key, cb) {
  this.show(key, null, (err) => {
    if (err) return cb(err);
    cb();
  });
};`;
    const { sites, source } = toAsync(original, PROMISIFY);

    expect(sites.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'handler converted',
      'callback function refused',
    ]);
    expect(source).toContain('this.show(key, null, (err) =>');
  });

  it('end behind what is said of their last statement', () => {
    const original = `${HEAD}app.get('/', (req, res, next) => {
  store('a', (err, found) => {
    if (err) {
      next(err); // handed on
      log('failed'); // noted
    } else {
      res.json(found); // sent
    }
  });
});`;

    expect(toAsync(original, PROMISIFY).source).toContain(`
    next(err); // handed on
    log('failed'); // noted
    return;
  }
  res.json(found); // sent
`);
  });

  it('on one line get several', () => {
    const original = `${HEAD}app.get('/', (req, res, next) => { store('a', (err, found) => { if (err) return next(err); res.json(found); }); });
`;

    expect(toAsync(original, PROMISIFY).source).toContain(`app.get('/', async (req, res, next) => {
  let found;
  try {
    found = await storeAsync('a');
  } catch (err) {
    return next(err);
  }
  res.json(found);
});
`);
  });

  it('can throw are left alone where a rejection ends no process', () => {
    const original = `${HEAD}app.get('/', (req, res) => {
  store('a', (err, found) => {
    if (err) return res.end();
    res.json(found.name);
  });
});`;
    const conversion = toAsync(original, { ...PROMISIFY, node: '14' });

    expect(conversion.source).toBe(original);
    expect(conversion.sites.map(({ reason }) => reason)).toEqual(['engines-too-old']);
  });

  it('are for a server of package.json that sends what they return are none', () => {
    const original = `${HEAD}app.get('/', (req, res) => {
  store('a', (err, found) => {
    if (err) return res.send(err);
    res.send(found);
  });
});`;
    const dependencies = { fastify: '^5.0.0' };
    const conversion = convert({ path: 'program.js', source: original }, codemod, PROMISIFY, {
      project: { ...NO_PROJECT, dependencies },
    });

    expect(conversion.sites).toEqual([]);
  });

  it('answer in TypeScript give nothing', () => {
    const original = `import fs from 'node:fs';
app.get('/', (req: Request, res: Response) => {
  fs.readFile('x', (err, text) => {
    if (err) return res.status(404).end();
    return res.send(text);
  });
});`;
    const { source } = convert({ path: 'program.ts', source: original }, codemod, { node: '20' });

    expect(source).toContain('catch');
    expect(source).not.toMatch(/return res/u);
  });
});
