/** @import { Library, LibraryMember } from './packages.js' */

import { PROMISED, PROMISES, gives, is } from './kinds.js';

/**
 * Packages whose functions give a promise where the callback is left out, or call back later for certain.
 * Read in the sources of the first and the last version that is named; `scripts/docs/libraries.js` says where
 * each is documented.
 */

/** @type {LibraryMember} */
const CALL = { form: 'call' };

/** @type {LibraryMember} Of what is closed already, or never was open, some call back at once. */
const CLOSING = { form: 'call', isVoid: true, maySync: true };

/** @type {LibraryMember} */
const PAIR = { form: 'call', least: 2, most: 2 };

/** @type {(least?: number) => LibraryMember} A query for whatever there is. */
const query = (least = 0) => ({ form: 'exec', gives: 'query', least, returns: true });

/** @type {(least?: number) => LibraryMember} A query for a document. */
const one = (least = 0) => ({ ...query(least), gives: 'one', result: 'document' });

const QUERIES =
  'find count countDocuments estimatedDocumentCount distinct remove deleteOne deleteMany';

const CHANGES = 'update updateOne updateMany replaceOne';

const ONE_CHANGED = 'findOneAndUpdate findOneAndReplace';

const ONE_REMOVED = 'findOneAndRemove findOneAndDelete';

/** Methods that return their receiver, as do the steps of a query and helpers of the project. */
const STEPS = /^(?!(?:catch|cursor|stream|then)$|get|to[A-Z])[a-z]/u;

/** @type {Library} */
const MONGOOSE = {
  name: 'mongoose',
  range: '>=4.0.0 <7.0.0',
  holds: '>=3.0.0',
  waits: { query: 'lazy thenable', one: 'lazy thenable', aggregate: 'lazy thenable' },
  kinds: {
    module: [
      ['model', gives('model')],
      ['Schema', is('Schema')],
      ['connection', is('connection')],
      ['createConnection', gives('connection')],
      ['connect disconnect', { ...CLOSING, range: '>=5.0.0' }],
    ],
    connection: [['model', gives('model')]],
    Schema: [],
    model: [
      ['new', gives('document')],
      ['discriminator', gives('model')],
      ['where', gives('query')],
      [QUERIES, query()],
      [CHANGES, query(2)],
      ['findOne', one()],
      [`findById findByIdAndRemove findByIdAndDelete ${ONE_REMOVED}`, one(1)],
      [`findByIdAndUpdate ${ONE_CHANGED}`, one(2)],
      ['aggregate', { form: 'exec', gives: 'aggregate', least: 1, most: 1, returns: true }],
      ['create', { form: 'call', least: 1, most: 1, result: 'document' }],
      ['insertMany bulkWrite', { form: 'call', least: 1 }],
      ['populate', PAIR],
    ],
    query: [
      ['exec', CALL],
      [`${QUERIES} ${CHANGES}`, query()],
      [`findOne ${ONE_CHANGED} ${ONE_REMOVED}`, one()],
      [STEPS, gives('query')],
    ],
    one: [
      ['exec', { form: 'call', result: 'document' }],
      [`${QUERIES} ${CHANGES}`, query()],
      [`findOne ${ONE_CHANGED} ${ONE_REMOVED}`, one()],
      [STEPS, gives('one')],
    ],
    aggregate: [
      ['exec', CALL],
      [STEPS, gives('aggregate')],
    ],
    document: [
      // Version 4 tells how many documents were written, too.
      ['save', { form: 'call', result: 'document', givesSeveral: true, range: '<5.0.0' }],
      ['save', { form: 'call', result: 'document' }],
      ['remove deleteOne validate', CALL],
      ['update updateOne', query(1)],
      ['populate', { form: 'call', least: 1, result: 'document', range: '>=6.0.0' }],
      ['populate', { form: 'execPopulate', least: 1, result: 'document', returns: true }],
    ],
  },
};

/** @type {Library} */
const MONGODB = {
  name: 'mongodb',
  range: '>=2.1.0 <5.0.0',
  holds: '>=2.1.0',
  kinds: {
    module: [['MongoClient', is('Client')]],
    Client: [
      ['new', gives('client')],
      ['connect', { form: 'call', least: 1, result: 'db', range: '<3.0.0' }],
      ['connect', { form: 'call', least: 1, result: 'client' }],
    ],
    client: [
      ['db', gives('db')],
      ['connect', { form: 'call', most: 0, maySync: true, result: 'client', range: '>=3.0.0' }],
      ['close', CLOSING],
    ],
    db: [
      ['collection', gives('collection')],
      ['db', gives('db')],
      ['listCollections', gives('cursor')],
      ['createCollection', { form: 'call', least: 1, result: 'collection' }],
      ['collections command createIndex dropCollection dropDatabase stats', CALL],
      ['close', CLOSING],
    ],
    collection: [
      ['aggregate find listIndexes', gives('cursor')],
      [
        'bulkWrite count countDocuments createIndex createIndexes deleteMany deleteOne distinct drop dropIndex dropIndexes ensureIndex estimatedDocumentCount findAndModify findAndRemove findOne findOneAndDelete findOneAndReplace findOneAndUpdate indexes indexInformation insert insertMany insertOne isCapped remove rename replaceOne save stats update updateMany updateOne',
        CALL,
      ],
    ],
    cursor: [
      ['count toArray', CALL],
      // Data that has come in already is given at once.
      ['hasNext next', { form: 'call', maySync: true }],
      ['close', CLOSING],
      [STEPS, gives('cursor')],
    ],
  },
};

/** @type {Library['kinds']} */
const HASHES = {
  module: [
    ['genSalt', { form: 'call', most: 2 }],
    ['compare hash', PAIR],
  ],
};

/** @type {Library} */
const BCRYPT = {
  name: 'bcrypt',
  range: '>=1.0.0',
  kinds: HASHES,
};

/** @type {Library} */
const BCRYPTJS = {
  ...BCRYPT,
  name: 'bcryptjs',
  range: '>=2.4.0',
};

/** @type {Library} */
const PG = {
  name: 'pg',
  range: '>=7.0.0',
  kinds: {
    module: [
      ['Pool', is('Pool')],
      ['Client', is('Client')],
    ],
    Pool: [['new', gives('pool')]],
    Client: [['new', gives('client')]],
    pool: [
      ['connect', { form: 'call', most: 0, result: 'client', givesSeveral: true }],
      ['query', { form: 'call', least: 1, takesTasks: true }],
      ['end', { ...CLOSING, most: 0 }],
    ],
    client: [
      ['query', { form: 'call', least: 1, takesTasks: true }],
      ['connect end', { ...CLOSING, most: 0 }],
    ],
  },
};

/** @type {LibraryMember} Where a parameter is missing, it calls back at once. */
const REQUEST = { form: 'promise', most: 1, maySync: true, returns: true };

/** @type {Library} */
const AWS = {
  name: 'aws-sdk',
  range: '>=2.3.0 <3.0.0',
  kinds: {
    module: [
      [
        /^(?:APIGateway|Athena|CloudFormation|CloudFront|CloudWatch(?:Events|Logs)?|Cognito(?:Sync|Identity(?:ServiceProvider)?)|DynamoDB|E(?:C2|CR|CS|KS)|EventBridge|Firehose|Glacier|Glue|IAM|Iot(?:Data)?|KMS|Kinesis|Lambda|Polly|RDS|Rekognition|Route53|S3|SES(?:V2)?|SNS|SQS|SSM|STS|SecretsManager|StepFunctions|Textract)$/u,
        is('Service'),
      ],
    ],
    Service: [
      ['new', gives('service')],
      ['DocumentClient', is('Documents')],
    ],
    Documents: [['new', gives('documents')]],
    service: [
      // Its operations, and what else there is takes no callback, or not as the second argument.
      [/^(?!createPresigned|getSigned|on[A-Z]?|\w+Listener)[a-z]/u, REQUEST],
    ],
    documents: [
      ['batchGet batchWrite delete get put query scan transactGet transactWrite update', REQUEST],
    ],
  },
};

/** @type {Library} */
const NODEMAILER = {
  name: 'nodemailer',
  range: '>=2.0.0',
  kinds: {
    module: [['createTransport', gives('transporter')]],
    transporter: [['sendMail', { form: 'call', least: 1, most: 1 }]],
  },
};

/** @type {Library} */
const FS_EXTRA = {
  name: 'fs-extra',
  range: '>=3.0.0',
  kinds: {
    module: [
      [
        'copy createFile createLink createSymlink emptyDir emptydir ensureDir ensureFile ensureLink ensureSymlink mkdirp mkdirs move outputFile outputJSON outputJson pathExists readJSON readJson remove writeJSON writeJson',
        CALL,
      ],
      [
        'access appendFile chmod chown close fchmod fchown fdatasync fstat fsync ftruncate futimes lchown link lstat mkdir mkdtemp open readFile readdir readlink realpath rename rmdir stat symlink truncate unlink utimes writeFile',
        CALL,
      ],
    ],
  },
};

/** @type {Library} */
const IOREDIS = {
  name: 'ioredis',
  range: '>=2.0.0',
  kinds: {
    module: [
      ['new', gives('redis')],
      ['Redis', is('module')],
    ],
    redis: [
      ['duplicate', gives('redis')],
      // Commands are written in small letters.
      [
        /^(?!(?:call|connect|disconnect|emit|end|monitor|multi|off|on|once|p?subscribe|p?unsubscribe|pipeline|quit)$)[a-z]+$/u,
        { form: 'call', returns: true },
      ],
    ],
  },
};

/** @type {Library} */
const LEVEL = {
  name: 'level',
  range: '>=3.0.0 <9.0.0',
  kinds: {
    module: [
      ['()', gives('db')],
      ['Level', is('Level')],
    ],
    Level: [['new', gives('db')]],
    db: [
      ['batch del get', { form: 'call', least: 1 }],
      ['put', { form: 'call', least: 2 }],
      ['sublevel', gives('db')],
    ],
  },
};

/** @type {Library} */
const SUPERAGENT = {
  name: 'superagent',
  range: '>=3.0.0',
  waits: { request: 'lazy thenable' },
  kinds: {
    module: [
      ['() del delete get head options patch post put', gives('request')],
      ['agent', gives('module')],
    ],
    request: [
      ['end', { form: 'then', most: 0, givesResultWithError: true, returns: true }],
      [/^(?!(?:abort|catch|pipe|then)$|to[A-Z])[a-z]/u, gives('request')],
    ],
  },
};

/** @type {LibraryMember} */
const LATER = { form: 'promisify' };

/** @type {Library} */
const MYSQL = {
  name: 'mysql',
  range: '>=2.8.0',
  kinds: {
    module: [
      ['createConnection', gives('connection')],
      ['createPool', gives('pool')],
    ],
    connection: [
      // Its fields come beside the rows.
      ['query', { ...LATER, least: 1, returns: true, takesTasks: true }],
      ['beginTransaction changeUser commit connect ping rollback', LATER],
    ],
    pool: [
      ['query', { ...LATER, least: 1, returns: true, takesTasks: true }],
      ['getConnection', { ...LATER, most: 0, result: 'connection' }],
    ],
  },
};

/** @type {Library} */
const REDIS = {
  name: 'redis',
  range: '>=2.8.0 <4.0.0',
  holds: '>=2.8.0',
  waits: PROMISES,
  kinds: {
    module: [['createClient', gives('client')]],
    client: [
      ['duplicate', gives('client')],
      ['batch multi', gives('multi')],
      [
        /^(?!(?:auth|batch|cork|domain|emit|end|hello|monitor|multi|off|on|once|p?subscribe|p?unsubscribe|quit|select|uncork|unref)$)[a-z]+$/u,
        { ...LATER, range: '<4.0.0' },
      ],
      [/^(?!(?:batch|duplicate|multi|off|on|once|unref)$)[A-Za-z]+$/u, PROMISED],
    ],
    multi: [
      ['exec', { ...LATER, most: 0, range: '<4.0.0' }],
      ['exec', PROMISED],
      [/^(?!exec)[a-z]+$/u, gives('multi')],
    ],
  },
};

/** @type {readonly Library[]} */
export const CALLBACK_FORMS = [
  MONGOOSE,
  MONGODB,
  BCRYPT,
  BCRYPTJS,
  PG,
  AWS,
  NODEMAILER,
  FS_EXTRA,
  IOREDIS,
  LEVEL,
  SUPERAGENT,
  MYSQL,
  REDIS,
];
