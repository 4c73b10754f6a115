/** @import { Recorder } from '../recorder.js' */

import Module, { createRequire } from 'node:module';
import path from 'node:path';

export const packageName = '@heroku-cli/plugin-apps-v5';

/** The program that loads the plugin brings these. */
export const host = ['@oclif/command@1', '@oclif/config@1'];

/** What the exercise does, for the reader of the demo. */
export const description =
  'every command of the plugin, run with a client that answers from a table: plain, with each flag, with an empty account and with a failing server';

const OWNER = { id: 'u1', email: 'me@example.com' };
const APP = {
  id: 'a1',
  name: 'myapp',
  owner: OWNER,
  region: { name: 'eu' },
  stack: { name: 'cedar-14' },
  build_stack: { name: 'cedar-14' },
  web_url: 'https://myapp.example.com/',
  git_url: 'https://git.example.com/myapp.git',
  repo_size: 1000,
  slug_size: 2000,
  acm: false,
  process_tier: 'free',
  released_at: '2019-12-31T00:00:00Z',
  maintenance: false,
  space: { name: 'myspace', shield: true },
};
const DYNO = {
  name: 'web.1',
  type: 'web',
  size: 'Private-M',
  state: 'up',
  command: 'node .',
  updated_at: '2020-01-01T00:00:00Z',
  release: { version: 3 },
};
const FEATURE = { name: 'feature-a', enabled: true, state: 'general', description: 'A feature' };
const RELEASE = {
  id: 'r1',
  version: 3,
  status: 'succeeded',
  current: true,
  description: 'Deploy',
  user: OWNER,
  created_at: '2019-12-31T00:00:00Z',
  addon_plan_names: ['db'],
  output_stream_url: null,
};
const DOMAIN = { id: 'd1', hostname: 'example.com', cname: 'c.example.com', kind: 'custom' };
const DRAIN = { url: 'syslog://x', token: 't1', addon: null };
const FORMATION = { type: 'web', quantity: 1, size: 'Private-M' };

/** Answers by path, the first that fits. */
const ANSWERS = /** @type {const} */ ([
  [/\/pipeline-couplings$/u, { pipeline: { name: 'pipe' }, stage: 'production' }],
  [/\/addon-attachments|\/buildpack-installations|\/collaborators$/u, [{ user: OWNER }]],
  [/\/addons\/[^/]+$/u, { name: 'db', plan: { name: 'db:free' } }],
  [/\/addons$/u, [{ name: 'db', plan: { name: 'db:free' } }]],
  [/metrics\/errors$/u, { data: { H12: [1, 2] } }],
  [/metrics\//u, { data: { 'latency.ms.p50': [5, 7] } }],
  [/\/dynos/u, [DYNO, { ...DYNO, name: 'web.2' }]],
  [/\/formation$/u, [FORMATION]],
  [/\/formation\//u, FORMATION],
  [/\/releases\/[^/]+\/config-vars$|\/config-vars$/u, { FOO: 'bar', NODE_ENV: 'test' }],
  [/\/releases\/[^/]+$/u, RELEASE],
  [/\/releases$/u, [RELEASE, { ...RELEASE, id: 'r0', version: 2 }]],
  [/\/slugs\//u, { process_types: { web: 'node .' } }],
  [/\/domains\/[^/]+$/u, { ...DOMAIN, status: 'succeeded' }],
  [
    /\/domains$/u,
    [
      { ...DOMAIN, status: 'pending' },
      { ...DOMAIN, kind: 'heroku' },
    ],
  ],
  [/\/log-drains$/u, [DRAIN, { ...DRAIN, addon: { name: 'db' } }]],
  [/\/log-drains\//u, DRAIN],
  [/\/features\/[^/]+$/u, FEATURE],
  [/\/features$/u, [FEATURE, { ...FEATURE, state: 'beta' }]],
  [
    /\/keys$/u,
    [
      {
        id: 'k1',
        comment: 'me@host',
        email: OWNER.email,
        public_key: `ssh-rsa ${'A'.repeat(40)} me@host`,
      },
    ],
  ],
  [/\/stacks?$|\/available-stacks$/u, [{ name: 'cedar-14', default: true }]],
  [
    /get-quota$/u,
    { account_quota: 1000, quota_used: 100, apps: [{ app_uuid: 'a1', quota_used: 50 }] },
  ],
  [/\/favorites/u, [{ id: 'f1', app_name: 'myapp', resource_name: 'myapp' }]],
  [
    /\/user\/notifications$/u,
    [
      {
        id: 'n1',
        title: 'Hello',
        read: false,
        followup: [],
        target: { id: 'a1', type: 'app' },
        body: 'text',
      },
    ],
  ],
  [/\/teams/u, [{ name: 'team', role: 'admin', created_at: '2019-01-01' }]],
  [/\/spaces\//u, { name: 'myspace', team: { name: 'team' } }],
  [/\/account$/u, OWNER],
  [/\/apps$|\/users\/[^/]+\/apps$/u, [APP]],
  [/\/apps\/[^/?]+(?:\?.*)?$/u, APP],
]);

const ARGUMENTS = Object.freeze({
  app: 'myapp',
  newname: 'newapp',
  hostname: 'example.com',
  stack: 'cedar-14',
  url: 'syslog://x',
  feature: 'feature-a',
  key: 'me@host',
  dyno: 'web.1',
  release: 'v3',
});

const VARIABLE_ARGUMENTS = Object.freeze({
  'config:set': ['FOO=bar'],
  'config:unset': ['FOO'],
  'ps:scale': ['web=3:Standard-2X'],
  'ps:type': ['web=Standard-1X'],
});

/** Commands that wait for a person or only look at this computer. */
const LEFT_OUT = new Set(['keys:add', 'config:edit']);
const MOST_REQUESTS = 40;

/**
 * @typedef {object} Command
 * @property {string} topic
 * @property {string} [command]
 * @property {boolean} [variableArgs]
 * @property {{ name: string, hasValue?: boolean }[]} [flags]
 * @property {(context: object) => unknown} run
 */

/**
 * @param {string} directory Of the package.
 * @param {Recorder} recorder
 */
export async function drive(directory, recorder) {
  const require = createRequire(path.join(directory, 'package.json'));
  const server = { mode: 'full', requests: 0 };
  replaceClient(recorder, server);
  const cli = require('heroku-cli-util');
  cli.raiseErrors = true;
  const seen = new Set();
  for (const command of /** @type {Command[]} */ (require(directory).commands)) {
    const name = [command.topic, command.command].filter(Boolean).join(':');
    if (seen.has(command.run) || LEFT_OUT.has(name)) {
      continue;
    }
    seen.add(command.run);
    for (const { label, mode, args, flags } of listSituations(command, name)) {
      await recorder.run(`${name} ${label}`, () => {
        Object.assign(server, { mode, requests: 0 });
        return command.run(createContext(recorder, args, flags));
      });
    }
  }
}

/**
 * @param {Command} command
 * @param {string} name
 */
function listSituations(command, name) {
  const given = command.variableArgs
    ? (Reflect.get(VARIABLE_ARGUMENTS, name) ?? [])
    : { ...ARGUMENTS };
  const none = command.variableArgs ? [] : {};
  const base = { confirm: 'myapp' };
  const flags = (command.flags ?? []).filter((flag) => flag.name !== 'confirm');
  return [
    { label: '', mode: 'full', args: given, flags: base },
    { label: 'without arguments', mode: 'full', args: none, flags: base },
    { label: 'with nothing there', mode: 'empty', args: given, flags: base },
    { label: 'with a server that fails', mode: 'failing', args: given, flags: base },
    ...flags.map((flag) => ({
      label: `--${flag.name}`,
      mode: 'full',
      args: given,
      flags: { ...base, [flag.name]: flag.hasValue ? 'myapp' : true },
    })),
  ];
}

/**
 * @param {Recorder} recorder
 * @param {unknown} args
 * @param {object} flags
 */
function createContext(recorder, args, flags) {
  return {
    app: 'myapp',
    args: globalThis.structuredClone(args),
    flags: { ...flags },
    auth: { password: 'secret' },
    apiUrl: 'https://api.example.com',
    gitHost: 'git.example.com',
    httpGitHost: 'git.example.com',
    supportsColor: false,
    version: '1.0.0',
    config: {
      runHook(/** @type {unknown[]} */ ...details) {
        recorder.add('hook', ...details);
        return Promise.resolve();
      },
    },
  };
}

/**
 * Puts a client in the place of `heroku-client` that records each request and answers from the
 * table, a turn of the event loop later.
 *
 * @param {Recorder} recorder
 * @param {{ mode: string, requests: number }} server
 */
function replaceClient(recorder, server) {
  /**
   * @param {string} method
   * @param {string} target
   * @param {{ body?: unknown }} [options]
   */
  const request = (method, target, options = {}) => {
    recorder.add('request', method, target, options.body);
    server.requests += 1;
    const hasFailed = server.mode === 'failing' || server.requests > MOST_REQUESTS;
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        recorder.add('answer', method, target);
        if (hasFailed) {
          reject(Object.assign(new Error('the server says no'), { statusCode: 500, body: {} }));
        } else {
          resolve(answer(target, server.mode));
        }
      });
    });
  };
  class Client {
    options = {};

    /** @param {{ method?: string, path: string, body?: unknown }} options */
    request(options) {
      return request((options.method ?? 'GET').toUpperCase(), options.path, options);
    }
  }
  for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
    Reflect.set(
      Client.prototype,
      method,
      (/** @type {string} */ target, /** @type {object} */ options) =>
        request(method.toUpperCase(), target, options),
    );
  }
  replaceModule('heroku-client', Client);
}

/**
 * @param {string} target
 * @param {string} mode
 */
function answer(target, mode) {
  const found = ANSWERS.find(([pattern]) => pattern.test(target.replace(/\?.*$/u, '')));
  const value = found ? globalThis.structuredClone(found[1]) : {};
  return mode === 'empty' && Array.isArray(value) ? [] : value;
}

/**
 * @param {string} name
 * @param {unknown} replacement
 */
function replaceModule(name, replacement) {
  const loader = /** @type {{ _load: (...args: unknown[]) => unknown }} */ (
    /** @type {unknown} */ (Module)
  );
  const load = loader._load;
  loader._load = (...args) => (args[0] === name ? replacement : load.apply(Module, args));
}

/**
 * The operation that is measured: `ps:type` with a client that answers at once, without the output.
 *
 * @param {string} directory
 * @returns {() => Promise<unknown>}
 */
export function createOperation(directory) {
  const require = createRequire(path.join(directory, 'package.json'));
  const color = new Proxy({}, { get: () => (/** @type {unknown} */ text) => text });
  const quiet = {
    color,
    command: (/** @type {unknown} */ options, /** @type {unknown} */ run) => run ?? options,
    action: (/** @type {unknown} */ _message, /** @type {unknown} */ work) => work,
    table: () => undefined,
  };
  replaceModule('heroku-cli-util', quiet);
  const [command] = require(path.join(directory, 'src', 'commands', 'ps', 'type.js'));
  const formation = [FORMATION];
  const client = {
    get: (/** @type {string} */ target) =>
      Promise.resolve(target.endsWith('formation') ? formation : APP),
    request: () => Promise.resolve(formation),
  };
  const context = { app: 'myapp', args: ['web=Standard-1X'], flags: {} };
  return () => command.run(context, client);
}
