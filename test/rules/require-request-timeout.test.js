import rule from '../../rules/require-request-timeout.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

const AXIOS = "import axios from 'axios'; const f = async (url) => ";
const FETCH = { options: [{ checkFetch: true }] };

testRule('require-request-timeout', rule, {
  valid: [
    ...[
      'await axios.get(url, { timeout: 5000 });',
      'await axios.get(url, { signal });',
      'await axios.get(url, isSlow ? { timeout: 5000 } : { headers });',
      'await axios.post(url, body, { timeout: limit });',
      'await axios(url, { timeout: 5000 });',
      'await axios({ url, timeout: 5000 });',
      // What is not shown may limit it.
      'await axios.get(url, config);',
      'await axios.get(url, { ...config });',
      'await axios.get(url, { [key]: 1 });',
      'await axios.get(...args);',
      'await axios.request(config);',
      'await axios(config);',
      'await axios.get(url, { httpAgent });',
      // A stream may take as long as it takes.
      "await axios.get(url, { responseType: 'stream' });",
      // On the same machine.
      "await axios.get('http://localhost:3000/health');",
      'await axios.get(`http://127.0.0.1:${url}`);',
    ].map((code) => AXIOS + code),
    // Options that are written elsewhere may hold a limit.
    "import http from 'http'; export const f = (opts, done) => http.request(opts, done);",
    "import https from 'https'; export const f = (requestOptions) => https.get(requestOptions);",
    // An upload takes as long as there is something to send.
    "import { request } from 'http'; export const f = (url, file, done) => { const upload = request(url, done); file.pipe(upload); };",
    "import https from 'https'; import { pipeline } from 'stream'; export const f = (url, file, done) => { const upload = https.request(url, { method: 'POST' }); pipeline(file, upload, done); };",
    {
      name: 'a file that nothing uses',
      code: `${AXIOS}await axios.get(url);`,
      filename: fileOf('server').replace('file.js', 'src/unused/ddns.js'),
    },
    // Something else may set a limit, as far as the file shows.
    `${AXIOS}{ const options = { url }; if (slow) options.timeout = 5000; await axios(options); };`,
    `${AXIOS}{ const options = { url, ...more }; await axios(options); };`,
    "import axios from 'axios'; const api = axios.create({ baseURL }); api.interceptors.request.use((config) => ({ ...config, timeout: 5000 }));",
    // A component, and what a server does by itself.
    `import React from 'react'; ${AXIOS}await axios.get(url);`,
    `${AXIOS.replace('const f =', 'exports.refreshFlags =')}await axios.get(url);`,
    `import ssdp from './ssdp.js'; ${AXIOS.replace('const f = async (url) =>', "ssdp.on('found', (res) =>")}{ axios.get(res.location).then(log).catch(log); });`,
    // It is sent off.
    `${AXIOS}{ void axios.post(url, 1); };`,
    "import axios from 'axios'; exports.f = (req, res, next) => { void axios.post(url, 1).catch(log); next(); };",
    "import http from 'http'; function ask(url) { return new Promise((yes) => http.get(url, yes)); } const detect = async () => { for (const url of urls) await ask(url); }; detect().catch(log);",
    `${AXIOS}{ axios.post(url, 1).then(() => log('sent')).catch(log); };`,
    // It starts something, which nothing else calls.
    `${AXIOS.replace('const f =', 'const start =')}await axios.get(url); start('a'); start('b');`,
    {
      name: 'scripts of a client for tests',
      code: `${AXIOS}await axios.get(url);`,
      filename: fileOf('server').replace('file.js', 'bruno/collections/scripts.js'),
    },
    {
      name: 'helpers of tests',
      code: `${AXIOS}await axios.get(url);`,
      filename: fileOf('test-utils'),
    },
    // Nobody waits for it.
    {
      name: 'telemetry',
      code: 'export const send = async (data) => { await fetch(url, { body: data }); };',
      filename: fileOf('server').replace('file.js', 'src/telemetry.service.js'),
      ...FETCH,
    },
    `axios.defaults.timeout = 5000; ${AXIOS}await axios.get(url);`,
    "import axios from 'axios'; const api = axios.create({ timeout: 5000 }); const f = (url) => api.get(url);",
    "import axios from 'axios'; const api = axios.create(options); const f = (url) => api.get(url);",
    "import { axios } from './axios.js'; const f = (url) => axios.get(url);",
    `import axios from 'axios'; it('loads', async () => { await axios.get(url); });`,
    `#!/usr/bin/env node\n${AXIOS}await axios.get(url);`,
    "import axios from 'axios'; await axios.get(url);",
    // What runs once, at the top of a script, as in app/api of mirotalk.
    "import fetch from 'node-fetch'; async function join() { await fetch(url); } join();",
    // What only a page has.
    `document.title = 'a'; ${AXIOS}await axios.get(url);`,
    {
      code: `${AXIOS}await axios.get(url);`,
      filename: fileOf('server').replace('file.js', 'src/__e2e__/client.js'),
    },
    { code: `${AXIOS}await axios.get(url);`, filename: fileOf('command') },
    { code: `${AXIOS}await axios.get(url);`, filename: fileOf('react') },
    {
      code: `${AXIOS}await axios.get(url);`,
      filename: fileOf('server').replace('file.js', 'client/file.js'),
    },
    "import https from 'https'; const f = (url, go) => { const request = https.get(url, go); request.setTimeout(5000, () => request.destroy()); };",
    "import https from 'https'; const f = (url, go) => https.get(url, go).on('timeout', stop);",
    "import https from 'https'; const f = (url, go) => https.get(url, { timeout: 5000 }, go);",
    "import https from 'https'; const f = (options, go) => https.request({ ...options }, go); const g = (go) => https.request({ host, signal }, go);",
    'const f = async (url) => { await fetch(url); };',
    {
      code: 'const f = async (url) => { await fetch(url, { signal: AbortSignal.timeout(5000) }); };',
      ...FETCH,
    },
    { code: 'const f = async (url, fetch) => { await fetch(url); };', ...FETCH },
    {
      code: "import { setGlobalDispatcher } from 'undici'; const f = async (url) => { await fetch(url); };",
      ...FETCH,
    },
  ],
  invalid: [
    {
      name: 'options that are written before, for this call alone',
      code: `${AXIOS}{ const options = { method: 'POST', url, data: 1 }; await axios(options); };`,
      errors: [{ messageId: 'request' }],
    },
    {
      name: 'an interceptor that only adds a header',
      code: "import axios from 'axios'; const api = axios.create({ baseURL }); api.interceptors.request.use((config) => { config.headers.key = key; return config; });",
      errors: [{ messageId: 'instance' }],
    },
    {
      name: 'a chain that settles something else',
      code: "import axios from 'axios'; const f = (url) => new Promise((resolve) => { axios.get(url).then(resolve); }); const g = (url, done) => { axios.get(url).then(() => done(), done); };",
      errors: [{ messageId: 'request', data: { client: 'axios.get', more: ' (2 in this file)' } }],
    },
    {
      name: 'options that may be missing',
      code: `${AXIOS}await axios.post(url, body, token ? { headers: { token } } : undefined);`,
      errors: [{ messageId: 'request' }],
    },
    {
      name: 'a word that is the name of a tool, too',
      code: `${AXIOS}await axios.get(url);\nexport const style = 'danger';`,
      errors: [{ messageId: 'request' }],
    },
    {
      code: `${AXIOS}await axios.get(url);`,
      errors: [
        { messageId: 'request', line: 1, column: 59, data: { client: 'axios.get', more: '' } },
      ],
    },
    ...[
      'await axios.post(url, { timeout: 5000 });',
      'await axios.post(url, body, { headers });',
      'await axios.get(url, { timeout: 0 });',
      'await axios.get(url, { timeout: Infinity });',
      'await axios(`https://example.org/${url}`);',
      "await axios({ url, method: 'POST' });",
      'await axios(url, { headers });',
      'await axios.request({ url });',
      'await (0, axios["get"])(url);',
      'await axios /* one */ ["get"](url);',
      'await axios?.get?.(url);',
    ].map((code) => ({ code: AXIOS + code, errors: [{ messageId: 'request' }] })),
    {
      name: 'one report for a file',
      code: `${AXIOS}await axios.get(url); export const g = () => axios.post(url, 1);`,
      errors: [{ messageId: 'request', data: { client: 'axios.get', more: ' (2 in this file)' } }],
    },
    {
      name: 'one for each instance, and none for what it does',
      code: "import axios from 'axios'; const users = axios.create({ baseURL }); const posts = axios.create(); const f = (url) => users.get(url);",
      errors: [{ messageId: 'instance' }, { messageId: 'instance' }],
    },
    {
      code: "const axios = require('axios').default; exports.f = (url) => axios.get(url);",
      errors: [{ messageId: 'request' }],
    },
    ...[
      [
        'http.get',
        "import http from 'http'; const f = (url, go) => http.get(url, (response) => go(response));",
      ],
      [
        'https.request',
        "import { request } from 'node:https'; const f = (url) => request(url, { method: 'POST' });",
      ],
      [
        'https.request',
        "import https from 'https'; const f = () => https.request({ host: 'example.org' }, (response) => {});",
      ],
      ['node-fetch', "import fetch from 'node-fetch'; const f = async (url) => await fetch(url);"],
      [
        'node-fetch',
        "const fetch = require('node-fetch'); const f = async (url) => await fetch(url, { method: 'POST' });",
      ],
    ].map(([client, code = '']) => ({
      code,
      errors: [{ messageId: 'request', data: { client, more: '' } }],
    })),
    {
      code: 'const f = async (url) => { await fetch(url); await fetch(url, { method: "POST" }); };',
      ...FETCH,
      errors: [{ messageId: 'stopped', data: { client: 'fetch', more: ' (2 in this file)' } }],
    },
    {
      code: "import { request } from 'undici'; const f = async (url) => await request(url);",
      ...FETCH,
      errors: [{ messageId: 'stopped' }],
    },
  ],
});
