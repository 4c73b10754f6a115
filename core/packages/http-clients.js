/**
 * Clients of HTTP that wait for ever for a peer that stops answering, unless they are told how long, and where a
 * call takes its options.
 *
 * @typedef {object} HttpClient
 * @property {string} name Module and members.
 * @property {string} versions
 * @property {number} options The position of the options.
 * @property {'file' | 'instance' | 'request'} scope The place that sets a limit for more than one call: a default
 *   of the
 *   file, of the instance that is made, or nothing.
 * @property {boolean} [stops] Whether it stops by itself, after 300 seconds.
 */

/** @type {readonly HttpClient[]} */
const CLIENTS = [
  ...['get', 'delete', 'head', 'options'].map((method) => axios(`axios.${method}`, 1)),
  ...['post', 'put', 'patch', 'postForm', 'putForm', 'patchForm'].map((method) =>
    axios(`axios.${method}`, 2),
  ),
  axios('axios.request', 0),
  axios('axios', 0),
  { name: 'axios.create', versions: '*', options: 0, scope: 'instance' },
  ...['http.get', 'http.request', 'https.get', 'https.request'].map((name) => ({
    name,
    versions: 'Node',
    options: 1,
    scope: /** @type {const} */ ('request'),
  })),
  { name: 'node-fetch', versions: '*', options: 1, scope: 'request' },
  { name: 'undici.fetch', versions: '*', options: 1, scope: 'request', stops: true },
  { name: 'undici.request', versions: '*', options: 1, scope: 'request', stops: true },
];

/** @type {HttpClient} */
export const GLOBAL_FETCH = {
  name: 'fetch',
  versions: 'Node 18',
  options: 1,
  scope: 'request',
  stops: true,
};

/** @type {ReadonlyMap<string, HttpClient>} */
export const HTTP_CLIENTS = new Map(CLIENTS.map((client) => [client.name, client]));

export const HTTP_CLIENT_MODULES = new Set(CLIENTS.map(({ name }) => name.split('.', 1)[0] ?? ''));

/** Modules that send requests, whether they stop by themselves or not. */
export const REQUEST_MODULES = new Set([
  ...HTTP_CLIENT_MODULES,
  'got',
  'ky',
  'phin',
  'superagent',
  'undici',
]);

/**
 * @param {string} name
 * @param {number} options
 * @returns {HttpClient}
 */
function axios(name, options) {
  return { name, versions: '*', options, scope: 'file' };
}
