/** @import { Trap } from './trap.js' */

/**
 * Files of Cypress: a command has a `then` and is no promise, and what becomes async mixes both.
 */

/** Commands that run when the queue does, one after the other. */
const CY = `const queue = [];
  const command = (value) => ({ then(handler) { queue.push(() => handler(value)); return command(value); } });
  globalThis.cy = { get: (name) => command(name), task: (name) => command(name), wrap: command };
  globalThis.Cypress = { Commands: { added: {}, add(name, fn) { this.added[name] = fn; } } };
  const tests = [];
  globalThis.it = (name, fn) => tests.push(fn);
  globalThis.describe = (name, fn) => fn();
  const runAll = (...given) => {
    for (const fn of [...tests, ...Object.values(Cypress.Commands.added)]) {
      const returned = fn(...given);
      log(fn.constructor.name, fn.length, returned instanceof Promise);
    }
    while (queue.length > 0) queue.shift()();
  };`;

const HELPER = `exports.login = (name) => cy.task(name);
exports.stat = (name) => ({ then(handler) { return cy.get(name).then(handler); } });`;

/** @type {readonly Trap[]} */
export const cypressFiles = [
  {
    name: 'a custom command that calls a helper',
    codemod: 'promise-chain-to-async',
    source: `const { login } = require('./login');
Cypress.Commands.add('enter', (name) => {
  return login(name).then((user) => log('user', user));
});`,
    stubs: { login: HELPER },
    drive: `${CY} load('./program'); runAll('ann');`,
    becomes: 'left',
  },
  {
    name: 'a test beside others that name a command',
    codemod: 'promise-chain-to-async',
    source: `const { login } = require('./login');
describe('page', () => {
  it('shows', () => { cy.get('a').then((text) => log(text)); });
  it('enters', () => { return login('ann').then((user) => log(user)); });
});`,
    stubs: { login: HELPER },
    drive: `${CY} load('./program'); runAll();`,
    becomes: 'left',
  },
  {
    name: 'a helper under cypress/ that names no command',
    codemod: 'promise-chain-to-async',
    path: 'cypress/support/pages.js',
    source: `const { login } = require('./login');
exports.enter = function (name) {
  return login(name).then((user) => log(user));
};`,
    stubs: { login: HELPER },
    drive: `${CY} log(load('./program').enter('ann') instanceof Promise); runAll();`,
    becomes: 'left',
  },
  {
    name: 'a page object in a file of a component test',
    codemod: 'promise-chain-to-async',
    path: 'src/button.cy.js',
    source: `class Page {
  login() { return require('./login').login('ann'); }
  enter() {
    return this.login().then((user) => log(user));
  }
}
exports.Page = Page;`,
    stubs: { login: HELPER },
    drive: `${CY} const page = new (load('./program').Page)(); log(page.enter() instanceof Promise); runAll();`,
    becomes: 'left',
  },
  {
    name: 'a native chain in a file of Cypress',
    codemod: 'promise-chain-to-async',
    path: 'cypress/plugins/index.js',
    source: `const fs = require('fs');
const stat = async (name) => fs.promises.stat(name);
exports.size = function (name) {
  return stat(name).then((stats) => stats.isFile());
};`,
    drive: "log(await load('./program').size('/'));",
    becomes: 'converted',
  },
  {
    name: 'a test with a callback in a file of Cypress',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
describe('page', () => {
  it('shows', function (done) {
    cy.get('a');
    fs.stat('/', (err, stats) => {
      if (err) return done(err);
      log(stats.isFile());
      done();
    });
  });
});`,
    drive: `${CY} load('./program'); await new Promise((resolve) => runAll(resolve));`,
    options: { tests: true },
    becomes: 'left',
  },
  {
    name: 'a task of Cypress with a callback',
    codemod: 'callback-to-async',
    path: 'cypress/support/tasks.js',
    source: `const fs = require('fs');
exports.isFile = function (name, cb) {
  fs.stat(name, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.isFile());
  });
};`,
    drive:
      "await new Promise((resolve) => call(load('./program').isFile, '/', (err, value) => { log(err, value); resolve(); }));",
    becomes: 'left',
  },
];
