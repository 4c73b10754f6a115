/** What listeners and handlers are given to. */
const HOST = `const heard = [];
const add = (name, listener) => heard.push(listener);
const events = { on: add }, app = { get: add };
const emit = (...args) => heard.forEach((listener) => listener(...args));
exports.run = () => { emit(1, { json: (value) => log('json', value) }, (error) => log('next', error)); log('z'); };`;

/** Chains that are the last thing that a function does, whose result nobody uses. */
export const LAST = Object.fromEntries(
  Object.entries({
    'in a listener': `events.on('x', (id) => { Promise.resolve(id).then((v) => op('a', v)).then((w) => { log('b', w.id); }); });`,
    'in a listener, with a catch': `events.on('x', (id) => {
  Promise.resolve(id).then((v) => op('a', v)).then((w) => { log('b', w.id); }).catch((error) => { log('c', error); });
});`,
    'in a listener, with a value that nobody needs': `events.on('x', (id) => { Promise.resolve(id).then((v) => op('a', v)).then(() => 5).catch((e) => e.message); });`,
    'in a void statement': `events.on('x', (id) => { void Promise.resolve(id).then((v) => op('a', v)).then((w) => log('b', w)); });`,
    'in a branch': `events.on('x', (id) => {
  if (id === 2) { log('a'); } else { Promise.resolve(id).then((v) => op('b', v)).then((w) => log('c', w)); }
});`,
    'in a branch without a block': `events.on('x', (id) => {
  if (id) Promise.resolve(id).then((v) => op('b', v)).then((w) => log('c', w)).finally(() => log('d'));
});`,
    'behind an early return': `events.on('x', function (id) {
  if (!id) return;
  Promise.resolve(id).then((v) => op('b', v)).then((w) => log('c', w));
});`,
    'with an early return': `events.on('x', (id) => {
  Promise.resolve(id).then((v) => { if (v) return op('a', v); log('b'); }).then((w) => log('c', w), (e) => log('d', e));
});`,
    'behind another one': `events.on('x', (id) => {
  Promise.resolve(id).catch(() => {});
  Promise.resolve(id).then((v) => op('a', v)).then((w) => log('b', w));
});`,
    'in an async listener': `events.on('x', async (id) => {
  const found = await op('a', id).catch(() => 0);
  Promise.resolve(found).then((v) => op('b', v)).then((w) => log('c', w));
});`,
    'in a named listener': `function onX(id) { Promise.resolve(id).then((v) => op('a', v)).then((w) => log('b', w)); }
events.on('x', onX);`,
    'in a handler of a router': `app.get('/', (req, res, next) => {
  Promise.resolve(req).then((v) => op('a', v)).then((w) => { res.json(w.id); }).catch(next);
});`,
    'in a function that statements call': `events.on('x', (id) => { start(id); log('y'); });
function start(id) { Promise.resolve(id).then((v) => op('a', v)).then((w) => log('b', w)); }`,
  }).map(([name, text]) => [name, `${HOST}\n${text}\n`]),
);
