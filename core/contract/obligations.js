/**
 * The conditions under which a conversion behaves as the source did. The list is closed: a conversion that needs
 * anything else is refused, and converted code that differs in another way is a bug. It is the source of
 * `docs/obligations.md`, and the comparison of the equivalence tests reads it.
 *
 * For each site the evidence is one of four: `shown` by the code, `seen` in a recorded run of the project's own
 * tests, `assumed` where nothing speaks against it, `against` where the code or a recorded run shows the
 * opposite. Evidence against an obligation refuses the site that it concerns, whatever was accepted.
 *
 * @typedef {'shown' | 'seen' | 'assumed' | 'against'} Evidence
 *
 * @typedef {'strict' | 'library' | 'application'} Trust Which evidence is enough: what is shown; that, what
 *   was seen, and the assumptions that the table marks; all but evidence against.
 *
 * @typedef {'timing-unobservable' | 'calls-later' | 'once' | 'error-first' | 'result-is-no-promise' | 'throws-late' | 'uncaught-error' | 'callback-arguments' | 'partial-results' | 'empty-collection' | 'collection-is-array' | 'receiver-is-promise' | 'yield-operand-is-promise' | 'promisified-for-itself' | 'receiver-stays' | 'reentrancy' | 'promise-identity' | 'microticks' | 'length-unasked' | 'rejection-is-handled' | 'library-errors' | 'map-start-order' | 'key-order' | 'emitter-is-readable' | 'premature-close' | 'pipe-destroys' | 'chunk-boundaries' | 'module-waits'} ObligationId
 *
 * @typedef {object} Obligation
 * @property {string} about The noun for `{subject}`, where no code of a site is named.
 * @property {string} question Asked of a site; a conversion needs the answer yes. `{subject}` is the code that it
 *   is about.
 * @property {string} claim The same as a statement, on which a conversion rests.
 * @property {string} unless The change of behaviour where the answer is no, as a sentence without its capital.
 * @property {string} where The conversions that ask it.
 * @property {string} fails Code in which it does not hold, five lines at most.
 * @property {string} shownBy How the code shows it.
 * @property {readonly ObligationId[]} [parts] Of a formula: any of these is enough.
 * @property {Trust | undefined} assumedFrom The trust from which an assumption is enough; undefined where it
 *   never is.
 * @property {string} [floor] The evidence without which it may not be assumed.
 * @property {number} [observations] How many calls of a recorded run show it; a run cannot show what has no
 *   number.
 */

/** @type {Readonly<Record<ObligationId, Obligation>>} */
export const OBLIGATIONS = Object.freeze({
  'timing-unobservable': {
    about: 'the converted function',
    question: 'May the callback of {subject} come in a later tick?',
    claim: 'no code notices whether {subject} calls back before or after it returns',
    unless:
      'the converted function calls back in a later tick, where it called back before it returned. A `try` around the call no longer catches what the callback throws, and code behind the call runs before the callback. So do other callbacks that wait for the same thing, and a list of results beside an error may have grown by then',
    where: 'callbacks, `async`',
    fails: `let name;
load(key, (err, found) => { name = found; });
return name;`,
    shownBy:
      'the callback comes in a later tick anyway (`calls-later`), or no code behind the call reads what the callback writes. Code that reads it is evidence against, and the refusal `read-at-once` names its line',
    parts: ['calls-later'],
    assumedFrom: 'application',
  },
  'calls-later': {
    about: 'the called function',
    question: 'Does {subject} call back in a later tick?',
    claim: '{subject} calls back in a later tick',
    unless: 'the callback comes later than it did, as for `timing-unobservable`',
    where: 'callbacks, `async`',
    fails: `store.get = function (key, cb) {
  if (this.cache[key]) return cb(null, this.cache[key]);
  this.client.get(key, cb);
};`,
    shownBy:
      "the code of the function, a function of Node's own, a table of packages, or `--callbacks`. A method of a package, or of an object that a package made, is assumed to call back later, unless a table says that it calls back at once",
    assumedFrom: 'library',
    observations: 3,
  },
  once: {
    about: 'the called function',
    question: 'Does {subject} call back exactly once?',
    claim: '{subject} calls back once',
    unless:
      'the code behind the call runs once, or never, where it ran for each call of the callback',
    where: 'callbacks, `async`, streams',
    fails: `watch(file, (err, event) => {
  if (err) return done(err);
  reload(event);
});`,
    shownBy:
      "the code of the function, a function of Node's own, a table of packages, or `--callbacks`. A name such as `on`, `each`, `watch`, `listen`, `subscribe` or `use` is evidence against",
    assumedFrom: 'library',
    floor:
      'a sign that the callback takes an error first, or a callback that takes nothing and stands last',
    observations: 3,
  },
  'error-first': {
    about: 'the called function',
    question: 'Does {subject} give its callback the error first?',
    claim:
      '{subject} gives its callback the error first, and no more results than the callback takes',
    unless:
      'the program throws a result as if it were an error, or takes an error for a result. A thrown value that is no error stays what it is, where a library would make an error of it',
    where: 'callbacks, `async`, bluebird, streams',
    fails: `exists(path, (isThere) => {
  if (isThere) return cb();
  create(path, cb);
});`,
    shownBy:
      "the code of the function, a function of Node's own, a table of packages, or `--callbacks`. A function of the project that calls back in another way is evidence against",
    assumedFrom: 'library',
    floor: 'the first parameter of a callback is tested or handed on as an error',
    observations: 3,
  },
  'result-is-no-promise': {
    about: 'the result',
    question: 'Is {subject} a plain value, with no `then`?',
    claim: '{subject} is a plain value: no promise, and no query or other object with a `then`',
    unless:
      'the async function waits for the promise, and its caller gets the result of the promise in place of the promise itself. A query builder runs its query',
    where: 'callbacks, `async`, streams',
    fails: `fs.readFile(file, (err, text) => {
  if (err) return cb(err);
  cb(null, knex('users').where('name', text));
});`,
    shownBy:
      'the value is a literal, the parameter of a callback, or the result of a function that is known to give plain values. A promise, or a query builder that a table names, is evidence against',
    assumedFrom: 'library',
    floor:
      'a value that comes out of a wait, a callback or a parameter, a member of it, or `--trust=application`: the result of an unknown call and a member that other code fills are assumed of applications only',
    observations: 3,
  },
  'throws-late': {
    about: 'the converted function',
    question: 'May an exception of {subject} come as a rejection?',
    claim: 'no caller catches an exception that {subject} throws before it returns',
    unless:
      'the function throws nothing at once any more: the error becomes a rejection, or goes to the callback. Where the caller ignores errors, it is lost. What a called function throws before it returns goes to the handler of its error, as what it calls back with',
    where: 'all codemods',
    fails: `try {
  load(undefined).then(show);
} catch (error) {
  report(error);
}`,
    shownBy: 'nothing in front of the first wait can throw',
    assumedFrom: 'library',
  },
  'uncaught-error': {
    about: 'the function',
    question: 'May an uncaught error do something else than end the process at once?',
    claim: 'nothing relies on an uncaught error ending the process at once',
    unless:
      'an error that nobody caught no longer ends the process at once. It rejects a promise, or answers a request; where nobody handles the promise, the process ends with an unhandled rejection. Where an optional callback is left out, an exception behind the wait is lost',
    where: 'streams, callbacks, chains',
    fails: `process.on('uncaughtException', restart);
load(key, (err, value) => {
  if (err) throw err;
});`,
    shownBy: 'nothing behind the wait can throw',
    assumedFrom: 'library',
  },
  'callback-arguments': {
    about: 'the function',
    question: 'May the number of arguments that the callback of {subject} gets change?',
    claim: 'the callback of {subject} does not count its arguments',
    unless:
      'the callback gets `null` for a missing error, and `undefined` for a missing result where it got fewer arguments. A result that is `undefined` is left out where another path gives none. An error that is only handed on comes without a result, and the error of a command carries what the command wrote',
    where: 'callbacks, `async`',
    fails: `load(key, function () {
  if (arguments.length === 1) return fail();
  show(arguments[1]);
});`,
    shownBy: 'every path calls back with an error, or with one result',
    assumedFrom: 'library',
  },
  'partial-results': {
    about: 'the function',
    question: 'May an error come without the results that were there before it?',
    claim: 'nobody uses the results that come with an error',
    unless: 'the callback gets an error alone, without the results that were there before it',
    where: '`async`',
    fails: `async.map(files, read, (err, texts) => {
  if (err) log(err);
  show(texts);
});`,
    shownBy: 'the callback returns for an error before it looks at the results',
    assumedFrom: 'library',
  },
  'empty-collection': {
    about: 'the collection',
    question: 'May an empty collection call back in a later tick?',
    claim: 'nobody notices that an empty collection calls back in a later tick',
    unless:
      'the callback of an empty collection comes in a later tick, where `async` called it at once',
    where: '`async`',
    fails: `let isDone = false;
async.each([], save, () => { isDone = true; });
assert(isDone);`,
    shownBy: 'the collection is a literal with items',
    assumedFrom: 'library',
  },
  'collection-is-array': {
    about: 'the collection',
    question: 'Is {subject} an array?',
    claim: '{subject} is an array, not an object or nothing',
    unless: 'the loop over it throws, or visits something else',
    where: '`async`, bluebird, coroutines',
    fails: `const files = { a: 'a.txt', b: 'b.txt' };
async.each(files, remove, done);`,
    shownBy:
      'the collection is a literal, the result of a method that gives arrays, or has such a type',
    assumedFrom: 'library',
  },
  'receiver-is-promise': {
    about: 'the object',
    question: 'Is {subject}, on which `then` is called, a promise?',
    claim:
      '{subject}, on which `then` is called, is a promise, and no query that starts only when `then` is called',
    unless:
      'a query runs once more, or once less, since `await` starts it. An object without `then` is its own result',
    where: 'chains, needless promises',
    fails: `const query = knex('users').where({ id });
query.then(show);
query.then(count);`,
    shownBy:
      'an async function, `Promise`, a function of a table of packages, or a declared type gives it. A query builder is evidence against, unless `--thenables` names it',
    assumedFrom: 'library',
    observations: 3,
  },
  'yield-operand-is-promise': {
    about: 'the operand',
    question: 'Is the operand of `yield` a promise?',
    claim: 'the operand of `yield` is a promise, not a thunk, an array or a generator object',
    unless: '`await` gives the thunk, the array or the generator itself, where `co` ran it',
    where: 'coroutines',
    fails: `const read = thunkify(fs.readFile);
co(function* () {
  const text = yield read('a.txt');
});`,
    shownBy: 'the code of the function, a table of packages, or a declared type',
    assumedFrom: 'library',
    observations: 3,
  },
  'promisified-for-itself': {
    about: 'the file',
    question: 'Is this file the only one that calls the `…Async` methods that it adds?',
    claim: 'only this file calls the `…Async` methods that it adds with `promisifyAll`',
    unless: 'other code calls a method such as `getAsync` that is no longer there',
    where: 'bluebird',
    fails: `Bluebird.promisifyAll(require('redis'));
// and in another package:
client.getAsync(key);`,
    shownBy:
      'nothing. That no file of the project calls such a method is checked; other packages cannot be',
    assumedFrom: 'library',
  },
  'receiver-stays': {
    about: 'the function',
    question: 'May the callback in {subject} lose its `this`?',
    claim: 'the callback in {subject} does not use its `this`',
    unless: 'the callback is called on nothing, where the function called it on an object',
    where: 'callbacks',
    fails: `exports.load = (view, cb) => open((err, text) => cb.call(view, err, text));
load(view, function (err, text) {
  this.show(text);
});`,
    shownBy: 'every path calls it on the `this` of the function itself, or by its name alone',
    assumedFrom: 'application',
  },
  reentrancy: {
    about: 'the variable',
    question: 'Can no second call run between the read of {subject} and the write?',
    claim: 'no second call runs between the read of {subject} and the write',
    unless:
      'a second call begins while the first one waits, reads the same state, and one of them overwrites what the other wrote. Today the callee calls back at once, so no second call can begin before the first one ends',
    where: 'callbacks',
    fails: `exports.next = function (cb) {
  const number = last + 1;
  store.get(number, (err, item) => { last = number; cb(err, item); });
};`,
    shownBy:
      'the callee calls back in a later tick (`calls-later`), as the code or a recorded run shows: then the function waits today as well',
    assumedFrom: undefined,
  },
  'promise-identity': {
    about: 'the promise',
    question: 'May each call give a new promise, without added properties?',
    claim: 'no code compares the promises that calls give, or puts properties on them',
    unless:
      'two calls give two promises where they gave one, and properties that were set on a promise are gone',
    where: 'all codemods',
    fails: `if (load(key) === load(key)) {
  useTheCache();
}`,
    shownBy: 'the promise is only waited for',
    assumedFrom: undefined,
  },
  microticks: {
    about: 'the function',
    question: 'May the order between unrelated promises change?',
    claim: 'nobody relies on the order between unrelated promises',
    unless:
      'two promises that have nothing to do with each other settle in another order within one tick. Another one may win a `race`, or give the error of an `all`. Callbacks that are put off to the end of the tick may change places with them',
    where: 'all codemods',
    fails: `load(key).then(() => log('loaded'));
Promise.resolve().then(() => log('next'));`,
    shownBy: 'nothing. No conversion can keep this order, so it is not reported',
    assumedFrom: 'strict',
  },
  'length-unasked': {
    about: 'the converted function',
    question: 'May the `length` of {subject} change?',
    claim: 'no code reads the `length` of {subject}',
    unless: 'the function tells how many parameters it has, where the wrapper of a library told 0',
    where: 'coroutines',
    fails: `const load = co.wrap(function* (id) {});
router.use(load.length === 4 ? onError(load) : load);`,
    shownBy: 'the function has no parameters, or the file only calls it',
    assumedFrom: 'library',
  },
  'rejection-is-handled': {
    about: 'the promise',
    question: 'Is a rejection of {subject} always handled in time?',
    claim: 'a rejection of {subject} is handled, or comes when something waits for it',
    unless:
      'a native promise that rejects before anything waits for it is an unhandled rejection, which ends the process. A promise of a library only warned. This concerns a list that is visited item by item, a list that is shorter than `some` asks for, and with `--api=async` a promise that is the last thing of a listener',
    where: 'bluebird, chains',
    fails: `const loads = keys.map(load);
await wait(1000);
await Bluebird.mapSeries(loads, show);`,
    shownBy:
      'the code waits for every promise in the tick in which it starts, or the conversion writes a handler: where the source dropped an error, the new call has `.catch(() => {})`. An error that ended the process and that nobody would see any more is evidence against, and the refusal `error-ignored` names it',
    assumedFrom: 'library',
    floor: 'an error that the source drops is never made an unhandled rejection',
  },
  'library-errors': {
    about: 'the promise',
    question: "May errors have other classes than bluebird's own?",
    claim: "nobody looks for bluebird's own classes of errors",
    unless:
      'the errors are plain errors, or of another class. Bluebird wraps the error of a callback in an `OperationalError`, and has classes of its own for `any`, `some` and `timeout`. An exception of `done` ends the process as an unhandled rejection, and an error that is asked for its `cause` gives its own',
    where: 'bluebird',
    fails: `load(key).timeout(100).catch((error) => {
  if (error.name === 'TimeoutError') retry();
});`,
    shownBy: 'no handler of the file asks for a class of bluebird',
    assumedFrom: 'library',
  },
  'map-start-order': {
    about: 'the collection',
    question: 'May the items of `map` start in another order?',
    claim: 'nobody relies on the order in which the items of `map` start',
    unless:
      'the items start from the first to the last. Bluebird starts `map` with a `concurrency` from both ends, and starts none once one has failed. Of several failures another one may be seen',
    where: 'bluebird',
    fails: `const started = [];
await Bluebird.map(keys, (key) => { started.push(key); return load(key); }, { concurrency: 2 });
assert.deepEqual(started, keys.reverse());`,
    shownBy: 'nothing yet',
    assumedFrom: 'library',
  },
  'key-order': {
    about: 'the result',
    question: 'May the keys of the result come in another order?',
    claim: 'nobody relies on the order of the keys that `RSVP.hash` gives',
    unless:
      'the keys of the result are in the order of the source. RSVP puts them in the order in which the promises settle',
    where: 'bluebird',
    fails: `const results = await RSVP.hash({ slow: wait(9), fast: wait(1) });
assert.deepEqual(Object.keys(results), ['fast', 'slow']);`,
    shownBy: 'nothing yet',
    assumedFrom: 'library',
  },
  'emitter-is-readable': {
    about: 'the stream',
    question: "Is {subject} a readable stream of Node's own?",
    claim:
      "{subject} is a readable stream of Node's own, not another emitter with `data` and `end` events",
    unless: '`for await` throws, or reads something else',
    where: 'streams',
    fails: `function read(stream, cb) {
  stream.on('data', keep);
  stream.on('end', () => cb(null, kept));
}
read(new OldEmitter(), show);`,
    shownBy:
      'the code that makes the stream, or its declared type. A parameter named `stream` or `readable` in a file that uses streams, the `req` of `(req, res)`, and `ctx.req` are assumed to be readable streams',
    assumedFrom: 'library',
    observations: 1,
  },
  'premature-close': {
    about: 'the stream',
    question: 'May an aborted stream end with an error?',
    claim: 'nobody relies on an aborted stream staying silent',
    unless:
      'a stream that is aborted or destroyed ends the loop with an error, where its listeners heard nothing. The end of a stream is seen when the stream has closed',
    where: 'streams',
    fails: `read(stream).then(show, fail);
stream.destroy();
// neither was called`,
    shownBy: 'nothing yet',
    assumedFrom: 'library',
  },
  'pipe-destroys': {
    about: 'the stream',
    question: 'May the failure of one piped stream close the others?',
    claim: 'nobody uses a piped stream after another one has failed',
    unless:
      'all piped streams are closed when one of them fails, and what waits to be written is lost. The end comes when all of them have closed, and a failure to close is an error. An exception while one stream is made leaves the streams before it without listeners',
    where: 'streams',
    fails: `input.pipe(output);
input.on('error', () => output.end('incomplete'));`,
    shownBy: 'nothing yet',
    assumedFrom: 'library',
  },
  'chunk-boundaries': {
    about: 'the stream',
    question: 'May the chunks of the stream be joined or split in other places?',
    claim: 'nobody relies on where a chunk of the stream ends',
    unless: 'chunks that wait together arrive as one, or one by one where `read()` joined them',
    where: 'streams',
    fails: `stream.on('data', (chunk) => {
  messages.push(JSON.parse(chunk));
});`,
    shownBy: 'the code only joins the chunks',
    assumedFrom: 'library',
  },
  'module-waits': {
    about: 'the module',
    question: 'May the modules that import this one wait until the stream has been read?',
    claim: 'the modules that import this one may wait until the stream has been read',
    unless: 'the module, and every module that imports it, starts after the stream has been read',
    where: 'streams',
    fails: `import './read-stdin.js';
startServer();`,
    shownBy: 'nobody imports the module',
    assumedFrom: 'library',
  },
});

export const OBLIGATION_IDS = /** @type {readonly ObligationId[]} */ (
  Object.freeze(Object.keys(OBLIGATIONS))
);

const TRUSTS = /** @type {const} */ (['strict', 'library', 'application']);

/**
 * @param {object} choice
 * @param {Trust} choice.trust
 * @param {ReadonlySet<ObligationId>} choice.accept Obligations whose missing evidence counts as assumed.
 * @param {ReadonlySet<ObligationId>} choice.refuse Obligations that have to be shown.
 * @returns {ReadonlySet<ObligationId>} The obligations that may be assumed.
 */
export function assumableFor({ trust, accept, refuse }) {
  return new Set(
    OBLIGATION_IDS.filter((id) => {
      const { assumedFrom } = OBLIGATIONS[id];
      const isTrusted =
        assumedFrom !== undefined && TRUSTS.indexOf(trust) >= TRUSTS.indexOf(assumedFrom);
      return (isTrusted || accept.has(id)) && !refuse.has(id);
    }),
  );
}

/**
 * @param {object} options
 * @param {Trust} options.trust
 * @param {ReadonlySet<ObligationId>} options.assumable
 * @param {ReadonlySet<ObligationId>} options.accept
 * @param {ObligationId} obligation
 * @param {Trust} floor The trust from which evidence of this kind is enough.
 * @returns {boolean} Whether the obligation may be assumed on such evidence: by the trust, or because it was
 *   accepted by name.
 */
export function mayAssumeFrom({ trust, assumable, accept }, obligation, floor) {
  const isTrusted = TRUSTS.indexOf(trust) >= TRUSTS.indexOf(floor);
  return assumable.has(obligation) && (isTrusted || accept.has(obligation));
}

/**
 * @param {ObligationId} obligation
 * @param {string} [subject] The code that it is about, in backticks.
 * @returns {import('./pattern.js').Refusal} Of a site that rests on it, where it has to be shown.
 */
export function missingEvidence(obligation, subject) {
  return {
    reason: 'evidence-missing',
    obligation,
    subject: `${claimOf(obligation, subject)} (\`${obligation}\`)`,
  };
}

/**
 * @param {ObligationId} obligation
 * @param {string} [subject] The code that it is about, in backticks.
 * @returns {string} The statement on which a conversion rests.
 */
export function claimOf(obligation, subject) {
  const { about, claim } = OBLIGATIONS[obligation];
  return withSubject(claim, subject ?? about);
}

/**
 * @param {Obligation} obligation
 * @returns {string} Its question, of no site in particular.
 */
export function questionOf({ about, question }) {
  return withSubject(question, about);
}

/**
 * @param {string} text With `{subject}`.
 * @param {string} subject
 */
function withSubject(text, subject) {
  return text.replaceAll('{subject}', () => subject);
}
