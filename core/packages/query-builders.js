/** @import { Library, LibraryKind, LibraryMember } from './packages.js' */

import { PROMISED, PROMISES, gives, is } from './kinds.js';

/**
 * Query builders and mappers. A query of most is a lazy thenable: what calls its `then`, as `await` does, runs
 * it. Asked of knex 3.1, objection 3.1, bookshelf 1.2, drizzle-orm 0.45 and kysely 0.26 to 0.28 themselves.
 */

/** @type {Library['waits']} */
const LAZY = { ...PROMISES, builder: 'lazy thenable' };

/** @type {LibraryMember} */
const BUILDER = gives('builder');

/** The signs of a query, as text or an object. */
const TELLING = '(?:to(?:JSON|Native|QueryString|Query|SQL|String)|compile|explain|print)';

/** @type {LibraryKind} What a query gives: itself, or one that goes on from it. */
const STEPS = [
  ['asCallback pipe stream iterate modelClass tableRefFor getSQL', {}],
  ['execute catch finally then', PROMISED],
  ['toKnexQuery clone', BUILDER],
  [new RegExp(`^(?!${TELLING}$|is[A-Z]|has[A-Z])[a-z]`, 'u'), BUILDER],
];

/** @type {Library} */
const KNEX = {
  name: 'knex',
  holds: '>=0.8.0',
  waits: LAZY,
  kinds: {
    module: [
      ['()', gives('knex')],
      ['knex Knex initialize', is('module')],
    ],
    knex: [
      ['()', BUILDER],
      ['schema', is('schema')],
      ['fn migrate seed', is('helpers')],
      ['destroy initialize transaction', PROMISED],
      ['withUserParams', gives('knex')],
      ['client context on once off emit extend isTransaction transactionProvider userParams', {}],
      // A transaction of its own.
      ['commit rollback savepoint', PROMISED],
      [/^[a-z]/u, BUILDER],
    ],
    schema: [[/^(?!to(?:SQL|String)$|generateDdl)[a-z]/u, BUILDER]],
    helpers: [
      ['now uuid', BUILDER],
      [/^(?!uuid)[a-z]/u, PROMISED],
    ],
    builder: STEPS,
  },
};

/** @type {Library} */
const OBJECTION = {
  name: 'objection',
  holds: '>=1.0.0',
  waits: LAZY,
  kinds: {
    module: [
      ['Model', is('model')],
      ['raw ref val fn', BUILDER],
      ['transaction', PROMISED],
    ],
    model: [
      ['new fromJson fromDatabaseJson', gives('document')],
      ['bindKnex bindTransaction', gives('model')],
      ['query relatedQuery fetchGraph loadRelated', BUILDER],
      ['transaction startTransaction fetchTableMetadata', PROMISED],
    ],
    document: [
      ['$query $relatedQuery $fetchGraph $loadRelated', BUILDER],
      [/^\$(?:set|clone|omit|pick|append)/u, gives('document')],
    ],
    builder: STEPS,
  },
};

/** @type {Library} */
const BOOKSHELF = {
  name: 'bookshelf',
  waits: LAZY,
  kinds: {
    module: [['()', gives('bookshelf')]],
    bookshelf: [
      ['Model Collection', is('model')],
      ['model collection', gives('model')],
      ['transaction', PROMISED],
      ['knex', is('knex')],
    ],
    model: [
      ['new forge extend where orderBy collection', gives('model')],
      [
        'fetch fetchAll fetchOne fetchPage save destroy count load refresh create attach detach updatePivot invokeThen reduceThen',
        PROMISED,
      ],
      ['query', BUILDER],
    ],
    builder: STEPS,
  },
};

/** @type {Library} */
const DRIZZLE = {
  name: 'drizzle-orm',
  waits: LAZY,
  kinds: {
    module: [['drizzle', gives('db')]],
    db: [
      ['query', is('tables')],
      // They are no thenables before a table is named.
      ['select selectDistinct selectDistinctOn insert update with $with', gives('begun')],
      ['delete execute $count run all get values refreshMaterializedView', BUILDER],
      ['transaction batch', PROMISED],
    ],
    tables: [[/^\w/u, is('table')]],
    table: [['findFirst findMany', BUILDER]],
    begun: [
      ['as', {}],
      ['select selectDistinct selectDistinctOn insert update', gives('begun')],
      [/^[a-z]/u, BUILDER],
    ],
    builder: [['prepare as getSQL toSQL', {}], ...STEPS],
  },
};

/** @type {LibraryKind} */
const KYSELY_STEPS = [
  ['compile toOperationNode', {}],
  [/^execute/u, PROMISED],
  [/^[a-z]/u, BUILDER],
];

/** @type {Library} Up to 0.27, what waits for a query that was not executed gets an error. */
const KYSELY = {
  name: 'kysely',
  holds: '<0.28.0',
  waits: LAZY,
  kinds: {
    module: [['Kysely', is('Class')]],
    Class: [['new', gives('db')]],
    db: [
      ['destroy executeQuery', PROMISED],
      ['schema', is('schema')],
      ['withSchema withPlugin withoutPlugins withTables', gives('db')],
      [
        /^(?:with|withRecursive|selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|selectNoFrom)$/u,
        BUILDER,
      ],
      ['transaction connection', gives('scope')],
    ],
    scope: [
      ['execute', PROMISED],
      [/^set/u, gives('scope')],
    ],
    schema: [[/^[a-z]/u, BUILDER]],
    builder: KYSELY_STEPS,
  },
};

/** @type {Library} */
const SEQUELIZE = {
  name: 'sequelize',
  waits: PROMISES,
  kinds: {
    module: [
      ['new', gives('sequelize')],
      ['Sequelize', is('module')],
      ['Model', is('model')],
    ],
    sequelize: [
      ['define import model', gives('model')],
      [
        'query authenticate sync drop transaction close truncate validate databaseVersion',
        PROMISED,
      ],
      [/^(?:create|drop|showAll)Schemas?$/u, PROMISED],
    ],
    model: [
      ['new build', gives('document')],
      ['scope unscoped init schema', gives('model')],
      [
        'findAll findOne findByPk findById findByPrimary findOrCreate findOrBuild findCreateFind findAndCount findAndCountAll create bulkCreate update destroy restore upsert count max min sum aggregate increment decrement truncate sync drop describe',
        PROMISED,
      ],
    ],
    document: [
      [
        'save update updateAttributes destroy restore reload increment decrement validate',
        PROMISED,
      ],
    ],
  },
};

/** @type {Library} */
const PRISMA = {
  name: '@prisma/client',
  waits: LAZY,
  kinds: {
    module: [['PrismaClient', is('Class')]],
    Class: [['new', gives('client')]],
    client: [
      ['$connect $disconnect', PROMISED],
      [
        '$transaction $queryRaw $queryRawUnsafe $executeRaw $executeRawUnsafe $runCommandRaw',
        BUILDER,
      ],
      ['$extends', gives('client')],
      ['$on $use', {}],
      [/^[A-Za-z]/u, is('model')],
    ],
    model: [[/^[a-z]/u, BUILDER]],
    // prisma.user.findUnique(…).posts()
    builder: STEPS,
  },
};

/** @type {Library} */
const TYPEORM = {
  name: 'typeorm',
  waits: PROMISES,
  kinds: {
    module: [
      [
        'getRepository getMongoRepository getTreeRepository getCustomRepository',
        gives('repository'),
      ],
      ['getManager getConnection', gives('manager')],
      ['createConnection createConnections', PROMISED],
      ['DataSource', is('Class')],
      ['BaseEntity', is('repository')],
    ],
    Class: [['new', gives('manager')]],
    manager: [
      ['getRepository getTreeRepository withRepository', gives('repository')],
      ['manager', is('manager')],
      ['createQueryBuilder', gives('query')],
      ['create merge', {}],
      [
        /^(?:initialize|connect|close|destroy|query|transaction|synchronize|runMigrations|save|insert|update|upsert|remove|delete|recover|soft[A-Z]\w*|count\w*|exists?\w*|find\w*|clear|increment|decrement)$/u,
        PROMISED,
      ],
    ],
    repository: [
      ['createQueryBuilder', gives('query')],
      ['create merge', {}],
      [
        /^(?:query|save|insert|update|upsert|remove|delete|recover|soft[A-Z]\w*|restore|count\w*|exists?\w*|find\w*|clear|increment|decrement|sum|average|minimum|maximum|preload)$/u,
        PROMISED,
      ],
    ],
    query: [
      [
        'execute getMany getManyAndCount getOne getOneOrFail getRawAndEntities getRawMany getRawOne getCount getExists',
        PROMISED,
      ],
      [/^(?!get|stream|print|clone$)[a-z]/u, gives('query')],
    ],
  },
};

/** @type {readonly Library[]} */
export const QUERY_BUILDERS = [
  KNEX,
  OBJECTION,
  BOOKSHELF,
  DRIZZLE,
  KYSELY,
  SEQUELIZE,
  PRISMA,
  TYPEORM,
];
