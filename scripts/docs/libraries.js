import { LIBRARIES } from '../../core/packages/packages.js';

/**
 * What the table knows of each package, in words, and where it is documented.
 *
 * @type {Readonly<Record<string, readonly [covers: string, source: string]>>}
 */
const KNOWN = {
  mongoose: [
    'queries, aggregates, documents, `create`, `insertMany`, `connect`',
    'https://mongoosejs.com/docs/6.x/docs/promises.html',
  ],
  mongodb: [
    '`MongoClient`, databases, collections, cursors',
    'https://mongodb.github.io/node-mongodb-native/4.17/classes/Collection.html',
  ],
  bcrypt: [
    '`genSalt`, `hash`, `compare`',
    'https://github.com/kelektiv/node.bcrypt.js#with-promises',
  ],
  bcryptjs: ['`genSalt`, `hash`, `compare`', 'https://github.com/dcodeIO/bcrypt.js#usage'],
  pg: ['`Pool`, `Client`', 'https://node-postgres.com/apis/pool'],
  'aws-sdk': [
    'common services, `DocumentClient`: `.promise()`',
    'https://docs.aws.amazon.com/sdk-for-javascript/v2/developer-guide/using-promises.html',
  ],
  nodemailer: ['`sendMail`', 'https://nodemailer.com/usage/#sending-mail'],
  'fs-extra': [
    'its own functions, those of `fs`',
    'https://github.com/jprichardson/node-fs-extra#async-vs-sync-vs-asyncawait',
  ],
  ioredis: ['commands', 'https://github.com/redis/ioredis#basic-usage'],
  level: ['`get`, `put`, `del`, `batch`', 'https://github.com/Level/level/tree/v8.0.1#api'],
  mysql: [
    'connections, pools: promisified',
    'https://github.com/mysqljs/mysql/tree/v2.18.1#performing-queries',
  ],
  redis: ['commands: promisified', 'https://github.com/redis/node-redis/tree/v3.1.2#promises'],
  superagent: [
    '`.end(cb)`, which goes',
    'https://ladjs.github.io/superagent/#promise-and-generator-support',
  ],
};

/**
 * @returns {string} The packages whose functions give a promise where the callback is left out.
 * @throws {Error} If nothing says what is known of one.
 */
export function librariesTable() {
  const rows = LIBRARIES.map(({ name, range = '' }) => {
    const [covers] = KNOWN[name] ?? [];
    if (covers === undefined) {
      throw new Error(`${name}: scripts/docs/libraries.js does not say what is known of it`);
    }
    return `| \`${name}\` | ${inWords(range)} | ${covers} |`;
  });
  return ['| package | versions | what is known |', '| --- | --- | --- |', ...rows].join('\n');
}

/**
 * @param {string} range `>=4.0.0 <7.0.0`
 * @returns {string} `4 to 6`
 */
function inWords(range) {
  const [from = '', to] = range.match(/\d+(?:\.\d+)*/gu) ?? [];
  const first = from.replace(/(?:\.0)+$/u, '');
  const last = Number.parseInt(to ?? '', 10) - 1;
  if (to === undefined) {
    return `${first} and newer`;
  }
  return Number.parseInt(first, 10) === last ? `${last}, from ${first}` : `${first} to ${last}`;
}
