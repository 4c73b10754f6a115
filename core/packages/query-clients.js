/**
 * Clients of databases: how a file shows that it talks to one, what reads, and how one query asks for several
 * records. A further client is one entry.
 *
 * - `model`: `User.findById(id)`, on a name with a capital, which the file imports or makes.
 * - `delegate`: `prisma.user.findUnique({ where: { id } })`, on a member of the client.
 * - `repository`: `this.users.findOneBy({ id })`, on what a type of the package declares, or its `getRepository`
 *   gives.
 *
 * @typedef {object} QueryClient
 * @property {string} package
 * @property {string} versions
 * @property {'delegate' | 'model' | 'repository'} shape
 * @property {RegExp} [types] Names of types that the shape's receiver has.
 * @property {RegExp} one The methods that read one record, by its key.
 * @property {'any' | 'where'} [key] Whether the argument has to be an object with `where`: other libraries have a
 *   method of that name too.
 * @property {RegExp} reads The methods that read, and change nothing.
 * @property {string} batched How one query asks for several.
 */

/** @type {readonly QueryClient[]} */
export const QUERY_CLIENTS = [
  {
    package: '@prisma/client',
    versions: '>=2',
    shape: 'delegate',
    types: /Prisma/u,
    one: /^find(?:First|Unique)(?:OrThrow)?$/u,
    key: 'where',
    reads: /^(?:aggregate|count|findFirst|findMany|findUnique|groupBy)$/u,
    batched: '`findMany({ where: { id: { in: ids } } })`',
  },
  {
    package: 'sequelize',
    versions: '>=5',
    shape: 'model',
    one: /^findByPk$/u,
    reads: /^(?:count|findAll|findAndCountAll|findByPk|max|min|sum)$/u,
    batched: '`findAll({ where: { id: ids } })`',
  },
  {
    package: 'sequelize',
    versions: '>=5',
    shape: 'model',
    one: /^findOne$/u,
    key: 'where',
    reads: /^findOne$/u,
    batched: '`findAll({ where: { id: ids } })`',
  },
  {
    package: 'mongoose',
    versions: '>=5',
    shape: 'model',
    types: /^Model$/u,
    one: /^(?:findById|findOne)$/u,
    reads:
      /^(?:count|countDocuments|distinct|estimatedDocumentCount|exists|find|findById|findOne)$/u,
    batched: '`find({ _id: { $in: ids } })`',
  },
  {
    package: 'typeorm',
    versions: '>=0.3',
    shape: 'repository',
    types: /^(?:Mongo|Tree)?Repository$/u,
    one: /^find(?:One|OneBy|OneByOrFail|OneOrFail)$/u,
    reads: /^(?:count|countBy|exists|existsBy|find|findAndCount|findBy|findOne|findOneBy)$/u,
    batched: '`findBy({ id: In(ids) })`',
  },
];
