import { describe, expect, it } from 'vitest';

import { codemod as callbacks } from '../../codemods/callback-to-async.js';
import { codemod as coroutines } from '../../codemods/generator-to-async.js';
import { claimsOf, questionsOf } from '../../core/codemod/claims.js';
import { convert } from '../../core/codemod/convert.js';
import { OBLIGATIONS, assumableFor } from '../../core/contract/obligations.js';
import { OptionError, readOptions } from '../../core/contract/options.js';
import { parse } from '../../core/source/parse.js';

/** @import { ObligationId, Trust } from '../../core/contract/obligations.js' */

const NONE = /** @type {ReadonlySet<ObligationId>} */ (new Set());

/** @param {Trust} trust @param {ObligationId[]} [accept] @param {ObligationId[]} [refuse] */
function assumable(trust, accept = [], refuse = []) {
  return assumableFor({ trust, accept: new Set(accept), refuse: new Set(refuse) });
}

describe('the table of obligations', () => {
  it.each(Object.entries(OBLIGATIONS))('%s has its parts', (_, obligation) => {
    expect(obligation.question).toMatch(/^[A-Z].*\?$/u);
    expect(obligation.claim).not.toMatch(/[.?]$/u);
    expect(obligation.fails.split('\n').length).toBeLessThanOrEqual(5);
    expect(() => parse(wrapped(obligation.fails), 'example.js')).not.toThrow();
    for (const part of obligation.parts ?? []) {
      expect(OBLIGATIONS).toHaveProperty(part);
    }
  });

  /** @param {string} fails */
  function wrapped(fails) {
    if (/^import\b/u.test(fails)) {
      return fails;
    }
    return /^get\(/u.test(fails) ? `class Store { ${fails} }` : `async () => {${fails}\n};`;
  }

  it('lets the higher trust assume what the lower one does', () => {
    const [strict, library, application] = /** @type {const} */ ([
      'strict',
      'library',
      'application',
    ]).map((trust) => assumableFor({ trust, accept: NONE, refuse: NONE }));
    expect([...(strict ?? [])]).toEqual(['microticks']);
    expect(library).toContain('once');
    expect(library).not.toContain('timing-unobservable');
    expect([...(library ?? [])].every((id) => application?.has(id))).toBe(true);
    expect(application).toContain('timing-unobservable');
    expect(application).not.toContain('promise-identity');
  });

  it('is asked for more and less by name', () => {
    expect(assumable('strict', ['once'])).toContain('once');
    expect(assumable('application', [], ['once'])).not.toContain('once');
  });
});

const FETCH = (/** @type {string} */ name) => `const { Client } = require('${name}');
const client = new Client();
exports.load = function (id, cb) {
  client.fetch(id, function (err, value) {
    if (err) return cb(err);
    cb(null, value.name);
  });
};
`;

const OWN = `exports.load = function (id, cb) {
  this.store.fetch(id, function (err, value) {
    if (err) return cb(err);
    cb(null, value.name);
  });
};
`;

/** @param {string} source @param {Record<string, unknown>} [options] */
function loading(source, options) {
  const facts = { isMemberElsewhere: () => false };
  return convert({ path: 'load.js', source }, callbacks, { node: '20', ...options }, facts).sites;
}

describe('trust', () => {
  it('does not look at the name of a package', () => {
    const [one, other] = ['widget-client', 'widget-parser-client'].map((name) =>
      loading(FETCH(name)).map(({ status, assumes }) => ({ status, assumes })),
    );
    expect(one).toEqual(other);
    expect(one).toMatchObject([{ status: 'converted' }]);
    expect(one?.[0]?.assumes).toEqual(
      expect.arrayContaining(['once', 'error-first', 'calls-later']),
    );
  });

  it('names what is assumed of which code', () => {
    const [site] = loading(FETCH('widget-client'));
    expect(site && claimsOf(site)).toEqual(
      expect.arrayContaining([
        '`client.fetch` calls back once (once)',
        '`client.fetch` calls back in a later tick (calls-later)',
      ]),
    );
    const questions = questionsOf(
      loading(
        FETCH('widget-client') + FETCH('x').split('\n').slice(2).join('\n').replace('load', 'open'),
      ),
    );
    expect(questions.find(({ id }) => id === 'once `client.fetch`')).toMatchObject({
      obligation: 'once',
      subject: '`client.fetch`',
      sites: [{ line: 3 }, { line: 9 }],
    });
  });

  it.each([
    ['strict', 'evidence-missing', 'evidence-missing'],
    ['library', undefined, 'timing-unobservable'],
    ['application', undefined, undefined],
  ])('%s: a package, and a member of unknown origin', (trust, ofPackage, ofMember) => {
    const reasons = [FETCH('widget-client'), OWN].map((source) =>
      loading(source, { trust }).map(({ reason }) => reason),
    );
    expect(reasons).toEqual([[ofPackage], [ofMember]]);
  });

  it('does not override evidence against', () => {
    const source = `${OWN}exports.now = function (id) {
  let found;
  this.load(id, (err, name) => { found = name; });
  return found;
};
`;
    for (const options of [
      { trust: 'application' },
      { accept: 'timing-unobservable,calls-later' },
    ]) {
      const [site] = loading(source, options);
      expect(site).toMatchObject({ status: 'refused', reason: 'read-at-once' });
      expect(site?.message).toContain('load.js:9');
    }
  });

  it('refuses with the question that nothing answers', () => {
    const [site] = loading(FETCH('widget-client'), { refuse: 'calls-later' });
    expect(site).toMatchObject({ status: 'refused', reason: 'evidence-missing' });
    expect(site?.message).toBe(
      'nothing shows that `client.fetch` calls back in a later tick (`calls-later`)',
    );
  });

  it('is asked of every codemod', () => {
    const source =
      "const co = require('co'); exports.run = co.wrap(function* (x) { yield load(x); });\n";
    const reasonOf = (/** @type {Record<string, unknown>} */ options) =>
      convert({ path: 'run.js', source }, coroutines, { node: '20', ...options }).sites[0]?.reason;
    expect(reasonOf({})).toBeUndefined();
    expect(reasonOf({ refuse: 'length-unasked' })).toBe('evidence-missing');
    expect(reasonOf({ trust: 'strict' })).toBe('evidence-missing');
  });
});

describe('options', () => {
  it.each([
    [{ strict: true }, '--trust=strict'],
    [{ 'callback-timing': 'accept' }, '--accept=timing-unobservable'],
    [{ 'sync-throws': 'refuse' }, '--refuse=throws-late'],
    [{ promisify: 'db.get' }, '--callbacks=NAME'],
    [{ accept: 'twice' }, 'there is no obligation of that name'],
    [{ trust: 'blind' }, 'strict, library, application'],
    [{ accept: 'once', refuse: 'once' }, 'give one of them'],
    [{ promises: 'a b' }, '--promises=a b'],
  ])('%o says what to write', (raw, text) => {
    expect(() => readOptions(raw)).toThrow(OptionError);
    expect(() => readOptions(raw)).toThrow(text);
  });

  it('name functions that give a promise without their callback', () => {
    const source = `exports.load = function (User, id, cb) {
  User.findOne(id, function (err, user) {
    if (err) return cb(err);
    cb(null, user.name);
  });
};
`;
    for (const promises of ['User.findOne', '*.findOne']) {
      const { source: output } = convert({ path: 'load.js', source }, callbacks, {
        node: '20',
        promises,
      });
      expect(output).toContain('const user = await User.findOne(id);');
      expect(output).not.toContain('promisify(User');
    }
  });
});
