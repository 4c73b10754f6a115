import rule from '../../rules/no-query-in-loop.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

const filename = fileOf('databases');

const IMPORTS =
  "import { prisma } from './prisma.js'; import { User, Note } from './models.js'; import { report } from './report.js';\n";

/**
 * @param {string} body Of an exported async function.
 */
const inFunction = (body) => ({
  code: `${IMPORTS}export async function load(orders, source) { ${body} }`,
  filename,
});

/** @param {string} query */
const inLoop = (query) => inFunction(`for (const order of orders) { report(await ${query}); }`);

testRule('no-query-in-loop', rule, {
  valid: [
    // Something is written, or may be.
    inFunction(
      'for (const order of orders) { const user = await User.findById(order.user); user.seen = true; await user.save(); }',
    ),
    inFunction(
      'for (const order of orders) { const user = await User.findById(order.user); await notify(user); }',
    ),
    inFunction(
      'for (const order of orders) { const user = await User.findByPk(order.user); Note.create({ user }); }',
    ),
    // It may end before the list does, or goes on where one fails.
    inFunction(
      'for (const order of orders) { if (await User.findById(order.user)) { return order; } }',
    ),
    inFunction(
      'for (const order of orders) { const user = await User.findById(order.user); if (!user) break; }',
    ),
    inFunction(
      'for (const order of orders) { try { report(await User.findById(order.user)); } catch { report(order); } }',
    ),
    // Each round needs the one before.
    inFunction(
      'let parent = source; for (const step of orders) { parent = await Note.findById(`${parent.id}/${step}`); }',
    ),
    // The same for each round.
    inLoop('prisma.user.findFirst({ select: { [order.column]: true }, where: { id: source.id } })'),
    inLoop('User.findById(source.user)'),
    // Parts of a list, a few, or what a transaction goes through on one connection.
    inFunction('for (const ids of chunk(orders, 50)) { report(await User.findById(ids)); }'),
    inFunction('for (const batch of orders) { report(await User.findById(batch.user)); }'),
    inFunction('for (const id of [1, 2, 3]) { report(await User.findById(id)); }'),
    inLoop('User.findByPk(order.user, { transaction })'),
    inLoop('User.findById(order.user).session(session)'),
    inFunction(
      'await source.transaction(async (tx) => { for (const order of orders) { report(await tx.user.findUnique({ where: { id: order.user } })); } });',
    ),
    {
      code: 'export async function load(em, ids) { for (const id of ids) { report(await em.getRepository("user").findOneBy({ id })); } }',
      filename,
    },
    // No query of which the file shows whose it is.
    inLoop('lookup.findById(order.user)'),
    inLoop('this.users.findOneBy({ id: order.user })'),
    inLoop('User.findOrCreate({ where: { id: order.user } })'),
    inLoop('User.findMany({ where: { user: order.user } })'),
    { ...inLoop('User.findById(order.user)'), filename: fileOf('server') },
    // Nobody waits.
    {
      code: "import { User } from './models.js'; const { ids } = JSON.parse(process.argv[2]); export async function run() { for (const id of ids) report(await User.findById(id)); }",
      filename,
    },
    { ...inLoop('User.findById(order.user)'), filename: filename.replace('file', 'seed') },
    {
      ...inLoop('User.findById(order.user)'),
      filename: filename.replace('file.js', 'migrations/1.js'),
    },
    {
      code: "import { User } from './models.js'; export async function migrateOwners(ids) { for (const id of ids) report(await User.findById(id)); }",
      filename,
    },
    // Together already.
    inFunction('await Promise.all(orders.map((order) => User.findById(order.user)));'),
    inFunction('for await (const order of source) { report(await User.findById(order.user)); }'),
  ],
  invalid: [
    ...[
      ['User.findById(order.user)', 'find({ _id: { $in: ids } })'],
      ["User.findById(order.user).select('name').lean()", 'find({ _id: { $in: ids } })'],
      ['User.findOne({ email: order.email })', 'find({ _id: { $in: ids } })'],
      ['User.findByPk(order.user)', 'findAll({ where: { id: ids } })'],
      ["User.scope('withTeam').findByPk(order.user)", 'findAll({ where: { id: ids } })'],
      ['User.findOne({ where: { id: order.user } })', 'findAll({ where: { id: ids } })'],
      [
        'prisma.user.findUnique({ where: { id: order.user } })',
        'findMany({ where: { id: { in: ids } } })',
      ],
      [
        'prisma.user.findFirstOrThrow({ where: { id: order.user } })',
        'findMany({ where: { id: { in: ids } } })',
      ],
      ['source.getRepository(User).findOneBy({ id: order.user })', 'findBy({ id: In(ids) })'],
    ].map(([query = '', batched = '']) => ({
      ...inLoop(query),
      errors: [{ messageId: 'query', data: { call: callOf(query), batched: `\`${batched}\`` } }],
    })),
    {
      ...inFunction(
        'const users = new Map(); for (const { user: id } of orders) { const user = await User.findById(id); if (!user) throw new Error(`No ${id}`); users.set(id, user); }',
      ),
      errors: [{ messageId: 'query', line: 2 }],
    },
    {
      // The key is computed from the element, in the outer of two loops.
      ...inFunction(
        'for (const order of orders) { const id = order.key /* of the user */ ?? order["user"]; const user = await (User.findById((id))); for (const line of order.lines) { report(user, ...line); } }',
      ),
      errors: [{ messageId: 'query' }],
    },
    {
      code: 'export class Orders {\n  constructor(private readonly users: Repository<User>) {}\n  async load(orders: Order[]) {\n    for (const order of orders) {\n      report((await this.users.findOne({ where: { id: order.user } }))!);\n    }\n  }\n}',
      filename,
      parsers: ['typescript'],
      errors: [{ messageId: 'query', line: 5, column: 15 }],
    },
    {
      code: 'export class Orders { private prisma: PrismaService; async load(orders: Order[]) { for (const order of orders) report(await this.prisma.user.findUnique({ where: { id: order.user } })); } }',
      filename,
      parsers: ['typescript'],
      errors: [{ messageId: 'query' }],
    },
    {
      code: "import { Model } from 'mongoose'; export class Orders { constructor(private users: Model<User>) {} async load(orders: Order[]) { for (const order of orders) report(await this.users.findById(order.user)); } }",
      filename,
      parsers: ['typescript'],
      errors: [{ messageId: 'query' }],
    },
  ],
});

/**
 * @param {string} query
 * @returns {string} What is called first.
 */
function callOf(query) {
  const [callee = ''] =
    /^.*?\.(?:find\w*|getRepository\(User\)\.find\w*|scope\('withTeam'\)\.find\w*)/u.exec(query) ??
    [];
  return callee;
}
