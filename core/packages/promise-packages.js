/** @import { Library, LibraryKind, LibraryMember } from './packages.js' */

import { PROMISE, PROMISED, PROMISES, gives, is } from './kinds.js';

/**
 * Packages whose functions give promises: clients, and libraries of promises.
 */

/**
 * Packages whose promises are their own class on every Node, whatever the runtime offers. Packages
 * that hand out the native class where there is one (any-promise, pinkie-promise, core-js,
 * native-promise-only) are not among them.
 */
export const PROMISE_LIBRARIES = new Set([
  'aigle',
  'bluebird',
  'bluebird-lst',
  'es6-promise',
  'kew',
  'lie',
  'promise',
  'promise-polyfill',
  'q',
  'rsvp',
  'vow',
  'when',
  'yaku',
]);

/** Those, and the packages that give the native class where there is one. */
const PROMISE_CLASSES = [
  ...PROMISE_LIBRARIES,
  'any-promise',
  'native-promise-only',
  'pinkie-promise',
];

/** @type {Library['kinds']} */
const OF_PROMISE_LIBRARY = {
  module: [
    ['Promise', is('module')],
    ['new ()', PROMISED],
    ['defer deferred pending', gives('deferred')],
    [
      'async coroutine denodeify lift method nbind nfbind promised promisify spawn wrap',
      gives('function'),
    ],
    [
      'config configure getNewLibraryCopy isFulfilled isPending isPromise isPromiseAlike isPromiseLike isRejected is longStackTraces noConflict off on onPossiblyUnhandledRejection onUnhandledRejectionHandled polyfill promisifyAll registerHandler setScheduler stopUnhandledRejectionTracking',
      {},
    ],
    [/^[a-z]/u, PROMISED],
  ],
  deferred: [['promise', is(PROMISE)]],
  function: [['() call apply', PROMISED]],
  [PROMISE]: [
    [
      'inspect isCancelled isFulfilled isPending isRejected isResolved reason toString value valueOf',
      {},
    ],
    [/^[a-z]/u, PROMISED],
  ],
};

/** The verbs of HTTP, as clients have them. */
const VERBS = 'delete get head options patch post put request';

/**
 * @param {string} name
 * @param {string} names Of its functions that give promises; `()` is the package itself.
 * @param {LibraryKind} [more] The other exports.
 * @param {Pick<Library, 'holds'>} [versions]
 * @returns {Library}
 */
const client = (name, names, more = [], versions = {}) => ({
  name,
  ...versions,
  waits: PROMISES,
  kinds: {
    module: [...more, [names, RESPONDED]],
    function: [['()', PROMISED]],
    response: [['arrayBuffer blob buffer bytes formData json text', PROMISED]],
    body: [['arrayBuffer blob bytes formData json text', PROMISED]],
    [PROMISE]: OF_PROMISE_LIBRARY[PROMISE] ?? [],
  },
});

/** @type {LibraryMember} */
const RESPONDED = gives(PROMISE, { result: 'response' });

/** @type {(name: string) => Library} What fetches. */
const fetching = (name) => client(name, '() fetch', [['default', is('module')]]);

/** @type {(name: string) => Library} A function that gives a promise. */
const single = (name) => client(name, '() default');

/** @type {readonly Library[]} */
const CLIENTS = [
  client('axios', `() ${VERBS} postForm patchForm putForm all`, [
    ['create', gives('module')],
    ['Axios', is('module')],
    ['new', gives('module')],
  ]),
  client(
    'got',
    `() ${VERBS}`,
    [
      ['extend', gives('module')],
      ['got', is('module')],
    ],
    {
      holds: '>=3.0.0',
    },
  ),
  client('ky', `() ${VERBS}`, [['create extend', gives('module')]]),
  ...[
    'node-fetch',
    'cross-fetch',
    'isomorphic-fetch',
    'isomorphic-unfetch',
    'unfetch',
    'whatwg-fetch',
    'make-fetch-happen',
    'minipass-fetch',
  ].map(fetching),
  client('undici', 'fetch request stream connect upgrade'),
  ...['request-promise', 'request-promise-native', 'request-promise-any'].map((name) =>
    client(name, `() ${VERBS} del`, [['defaults', gives('module')]]),
  ),
  client('execa', '() $ execa execaCommand execaNode execaScript command node shell'),
  ...[
    'delay',
    'p-all',
    'p-each-series',
    'p-event',
    'p-filter',
    'p-map',
    'p-map-series',
    'p-props',
    'p-reduce',
    'p-retry',
    'p-series',
    'p-settle',
    'p-timeout',
    'p-times',
    'p-wait-for',
    'p-waterfall',
    'globby',
    'cpy',
    'del',
    'make-dir',
    'read-pkg',
    'read-pkg-up',
    'write-json-file',
    'load-json-file',
    'find-up',
    'pkg-dir',
    'get-stream',
    'promise-retry',
  ].map(single),
  client('puppeteer', 'launch connect'),
];

/** @type {Library} */
const SUPERTEST = {
  name: 'supertest',
  holds: '>=3.0.0',
  waits: { request: 'lazy thenable' },
  kinds: {
    module: [
      ['()', gives('agent')],
      ['agent', gives('agent')],
    ],
    agent: [
      ['auth ca cert host key pfx', gives('agent')],
      [/^[a-z]/u, gives('request')],
    ],
    request: [
      ['abort catch pipe then', {}],
      [/^[a-z]/u, gives('request')],
    ],
  },
};

/** @type {readonly Library[]} */
const DATABASES = [
  {
    name: 'mysql2/promise',
    waits: PROMISES,
    kinds: {
      module: [
        ['createPool createPoolCluster', gives('pool')],
        ['createConnection', gives(PROMISE, { result: 'pool' })],
      ],
      pool: [
        [
          'query execute getConnection end beginTransaction commit rollback ping prepare changeUser',
          PROMISED,
        ],
      ],
    },
  },
  {
    name: 'pg-promise',
    waits: PROMISES,
    kinds: {
      module: [['()', gives('pgp')]],
      pgp: [['()', gives('db')]],
      db: [
        [
          'any batch each func many manyOrNone map multi multiResult none one oneOrNone page proc query result sequence task taskIf tx txIf stream connect',
          PROMISED,
        ],
      ],
    },
  },
  {
    name: '@aws-sdk/client',
    waits: PROMISES,
    kinds: {
      module: [
        [/Client$/u, is('Class')],
        [/^[A-Z][A-Za-z\d]*$/u, is('Class')],
      ],
      Class: [['new', gives('client')]],
      client: [
        ['config destroy middlewareStack', {}],
        [/^[a-z]/u, PROMISED],
      ],
    },
  },
];

/** @type {readonly Library[]} */
export const PROMISE_PACKAGES = [
  ...CLIENTS,
  SUPERTEST,
  ...DATABASES,
  ...PROMISE_CLASSES.map((name) => ({ name, waits: PROMISES, kinds: OF_PROMISE_LIBRARY })),
];
