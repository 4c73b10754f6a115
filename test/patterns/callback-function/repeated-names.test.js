import { expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';

/** @param {string} name */
const calling = (name) => `exports.load = function (id, cb) {
  this.store.${name}(id, (err, value) => {
    if (err) return cb(err);
    cb(null, value.name);
  });
};
`;

/**
 * @param {string} name Of the method that is called.
 * @param {Record<string, unknown>} [options]
 */
const siteOf = (name, options) => {
  const given = { node: '20', trust: 'application', ...options };
  return convert({ path: 'a.js', source: calling(name) }, codemod, given).sites[0];
};

it.each(['eachRow', 'forEachRow', 'everyPage', 'listenTo', 'onChange', 'subscribeTo', 'watchAll'])(
  'a method named %s is not taken to call back once',
  (name) => {
    const site = siteOf(name);
    expect(site?.reason).toBe('called-repeatedly');
    expect(site?.blame).toEqual({ line: 2, column: 3 });
    // No acceptance overrides what speaks against it; a name that is given does.
    expect(siteOf(name, { accept: 'once' })?.reason).toBe('called-repeatedly');
    expect(siteOf(name, { callbacks: `*.${name}` })?.status).toBe('converted');
  },
);

it.each(['fetch', 'listen', 'listenerCount', 'online', 'onceReady', 'eachother', 'foresee'])(
  'a method named %s may be',
  (name) => {
    const site = siteOf(name);
    expect(site?.status).toBe('converted');
    expect(site?.grounds).toContainEqual({
      obligation: 'once',
      subject: `\`this.store.${name}\``,
      line: 2,
      column: 3,
    });
  },
);

it('names the code that may throw before the function waits, and the result that may be a promise', () => {
  const source = `exports.load = function (text, cb) {
  const { id } = JSON.parse(text);
  this.store.fetch(id, (err, value) => {
    if (err) return cb(err);
    cb(null, this.show(value));
  });
};
`;
  const given = { node: '20', trust: 'application' };
  const [site] = convert({ path: 'a.js', source }, codemod, given).sites;
  expect(site?.status).toBe('converted');
  const subjects = site?.grounds.map(({ obligation, subject, line }) => [
    obligation,
    subject,
    line,
  ]);
  expect(subjects).toContainEqual(['throws-late', '`const { id } = JSON.parse(text);`', 2]);
  expect(subjects).toContainEqual(['result-is-no-promise', '`this.show(value)`', 5]);
});
