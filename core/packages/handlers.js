/**
 * How the functions that run for each request, event or job look, where they are not registered with a server
 * that the file makes: by package, the versions it holds for, and a shape. A further framework is one entry.
 *
 * - `decorated`: `@Get() page() {}`, a method with one of the decorators of the package.
 * - `argument`: `procedure.mutation(async () => {})`, the functions among the arguments of a method, by the name
 *   of the method and of what it is called on.
 * - `listener`: `client.on('messageCreate', fn)`, by the event and the receiver.
 * - `made`: `new Worker('mails', fn)`, the functions among the arguments of a constructor.
 * - `members`: `Meteor.methods({ save() {} })`, the methods of the object that a method is given.
 * - `key`: `{ Mutation: { login() {} } }`, `const Mutation = { login() {} }`, the methods of the object of that name.
 * - `beside`: `{ method: 'GET', path: '/', handler() {} }`, a function by its key and the keys beside it.
 * - `method`: `class Guard implements CanActivate { canActivate() {} }`, by the class or interface.
 * - `exported`: `export async function POST(request) {}`, by the name of the export.
 * - `parameters`: `exports.page = (req, res) => {}`, what the file does not call itself, by the names of its
 *   parameters.
 *
 * Lambda functions are left out: each gets one event at a time, so nobody else waits.
 *
 * @typedef {object} HandlerShape
 * @property {string} package
 * @property {string} versions
 * @property {'argument' | 'beside' | 'decorated' | 'exported' | 'key' | 'listener' | 'made' | 'members' | 'method' | 'parameters'} shape
 * @property {RegExp} names Of the decorator, the method, the event, the constructor, the key or the export; of the
 *   parameters, with commas between them.
 * @property {RegExp} [on] The last name of what the method is called on, or that the class extends or implements.
 * @property {readonly string[]} [keys] The arguments beside the function.
 * @property {boolean} [imported] Whether the name has to come from the package: without, the shape is enough.
 * @property {RegExp} [path] Of a first argument that is a text.
 */

const HTTP_VERBS = /^(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT)$/u;

/** @type {readonly HandlerShape[]} */
export const HANDLER_SHAPES = [
  // Fastify's plugins, Express routers and koa routers that are handed about: `fastify.get('/', async () => {})`
  {
    package: 'express, fastify, hono, koa-router',
    versions: '*',
    shape: 'argument',
    names: /^(?:all|delete|get|head|options|patch|post|put|use)$/u,
    on: /^(?:api|app|fastify|instance|route[rs]?|\w+Router|server)$/u,
    path: /^\//u,
  },
  {
    package: '@hapi/hapi, fastify',
    versions: '*',
    shape: 'members',
    names: /^route$/u,
    on: /^(?:api|app|fastify|instance|server)$/u,
  },
  {
    package: '@hapi/hapi, fastify',
    versions: '*',
    shape: 'beside',
    names: /^(?:handler|preHandler)$/u,
    keys: ['method', 'path'],
  },
  {
    package: 'fastify',
    versions: '*',
    shape: 'beside',
    names: /^handler$/u,
    keys: ['method', 'url'],
  },
  {
    package: 'express, Node',
    versions: '*',
    shape: 'parameters',
    names: /^_?req(?:uest)?,_?res(?:ponse)?(?:,_?next)?$/u,
  },
  { package: 'koa', versions: '>=2', shape: 'parameters', names: /^ctx,_?next$/u },
  {
    package: '@nestjs/common',
    versions: '>=5',
    shape: 'method',
    names: /^(?:canActivate|catch|intercept|transform|use)$/u,
    on: /^(?:CanActivate|ExceptionFilter|NestInterceptor|NestMiddleware|PipeTransform)$/u,
  },
  {
    package: '@nestjs/bullmq',
    versions: '*',
    shape: 'method',
    names: /^process$/u,
    on: /^WorkerHost$/u,
  },
  {
    package: '@nestjs/common',
    versions: '>=5',
    shape: 'decorated',
    names: /^(?:All|Delete|Get|Head|Options|Patch|Post|Put|Sse)$/u,
  },
  {
    package: '@nestjs/graphql, type-graphql',
    versions: '>=5',
    shape: 'decorated',
    names: /^(?:FieldResolver|Mutation|Query|ResolveField|Subscription)$/u,
  },
  {
    package: '@nestjs/websockets, @nestjs/microservices, @nestjs/event-emitter',
    versions: '*',
    shape: 'decorated',
    names: /^(?:EventPattern|MessagePattern|OnEvent|SubscribeMessage)$/u,
  },
  { package: '@nestjs/bull', versions: '*', shape: 'decorated', names: /^Process$/u },
  {
    package: 'next',
    versions: '>=13.2',
    shape: 'exported',
    names: HTTP_VERBS,
  },
  {
    package: 'next',
    versions: '>=9.3',
    shape: 'exported',
    names: /^getServerSideProps$/u,
  },
  {
    package: '@trpc/server',
    versions: '>=10',
    shape: 'argument',
    names: /^(?:mutation|query|subscription)$/u,
    on: /[pP]rocedure$/u,
  },
  {
    package: 'graphql',
    versions: '*',
    shape: 'key',
    names: /^(?:Mutation|Query|Subscription)$/u,
  },
  {
    package: 'graphql',
    versions: '*',
    shape: 'beside',
    names: /^(?:resolve|subscribe)$/u,
    keys: ['type'],
  },
  {
    package: 'socket.io, ws',
    versions: '*',
    shape: 'listener',
    names: /^(?!(?:close|connect|disconnect|disconnecting|end|error|open)$)/u,
    on: /^(?:\w+S|s)ocket$|^ws$/u,
  },
  {
    package: 'discord.js',
    versions: '*',
    shape: 'listener',
    names: /^(?:guild|interaction|message|presence|thread|typing|voiceState)\w*$/u,
    on: /^(?:bot|client)$/iu,
  },
  {
    package: 'discord.js',
    versions: '>=14',
    shape: 'beside',
    names: /^execute$/u,
    keys: ['data'],
  },
  {
    package: 'meteor/meteor',
    versions: '*',
    shape: 'members',
    names: /^methods$/u,
    on: /^Meteor$/u,
  },
  {
    package: 'meteor/meteor',
    versions: '*',
    shape: 'argument',
    names: /^publish$/u,
    on: /^Meteor$/u,
  },
  {
    package: 'bull',
    versions: '*',
    shape: 'argument',
    names: /^process$/u,
    on: /[qQ]ueue$/u,
  },
  { package: 'bullmq', versions: '*', shape: 'made', names: /^Worker$/u, imported: true },
  {
    package: 'passport',
    versions: '*',
    shape: 'made',
    names: /Strategy$/u,
  },
  {
    package: 'mongoose',
    versions: '*',
    shape: 'argument',
    names: /^(?:post|pre)$/u,
    on: /[sS]chema$/u,
  },
];
