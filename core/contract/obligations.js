/**
 * What has to hold for a conversion to behave as the source did. The list is closed: a conversion that needs
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
 * @typedef {'timing-unobservable' | 'calls-later' | 'once' | 'error-first' | 'result-is-no-promise' | 'throws-late' | 'uncaught-error' | 'callback-arguments' | 'partial-results' | 'empty-collection' | 'collection-is-array' | 'receiver-is-promise' | 'yield-operand-is-promise' | 'promisified-for-itself' | 'promise-identity' | 'microticks' | 'length-unasked' | 'early-rejection' | 'library-errors' | 'map-start-order' | 'key-order' | 'emitter-is-readable' | 'premature-close' | 'pipe-destroys' | 'chunk-boundaries' | 'module-waits'} ObligationId
 *
 * @typedef {object} Obligation
 * @property {string} question Asked of a site; `{subject}` is the code that it is about.
 * @property {string} claim The answer on which a conversion rests.
 * @property {string} unless What an observer notices where it does not hold.
 * @property {string} where The conversions that ask it.
 * @property {string} fails Code in which it does not hold, five lines at most.
 * @property {string} shownBy How the code shows it.
 * @property {readonly ObligationId[]} [parts] Of a formula: any of these is enough.
 * @property {Trust | undefined} assumedFrom The trust from which an assumption is enough; undefined where it
 *   never is.
 * @property {string} [floor] What there has to be before it may be assumed.
 * @property {number} [observations] How many calls of a recorded run show it; a run cannot show what has no
 *   number.
 */

/** @type {Readonly<Record<ObligationId, Obligation>>} */
export const OBLIGATIONS = Object.freeze({
  'timing-unobservable': {
    question: 'Does nobody notice that the callback of {subject} comes in a later tick?',
    claim: 'nobody notices when the callback of {subject} comes',
    unless:
      'a callback that was called before the call returned is called in a later tick, behind a `try` around the call, and after others that wait for the same thing; a list of results that it gets beside an error has by then what came in between',
    where: 'callbacks, `async`',
    fails: `let name;
load(key, (err, found) => { name = found; });
return name;`,
    shownBy:
      'the callback comes in a later tick (`calls-later`), or no code behind the call reads what the callback notes. A reader that the call can reach is evidence against: `read-at-once` names it',
    parts: ['calls-later'],
    assumedFrom: 'application',
    observations: 3,
  },
  'calls-later': {
    question: 'Does {subject} call back in a later tick?',
    claim: '{subject} calls back in a later tick',
    unless: 'its callback is called later than it was, as for `timing-unobservable`',
    where: 'callbacks, `async`',
    fails: `store.get = function (key, cb) {
  if (this.cache[key]) return cb(null, this.cache[key]);
  this.client.get(key, cb);
};`,
    shownBy:
      "its code, a function of Node's own, a table of packages, `--callbacks`. A function of a package that runs none of the functions that it is given, and a method of what a package made, are assumed to; one that a table says calls back at once is evidence against",
    assumedFrom: 'library',
    observations: 3,
  },
  once: {
    question: 'Does {subject} call back once?',
    claim: '{subject} calls back once',
    unless: 'what comes behind the call happens once only, or never',
    where: 'callbacks, `async`, streams',
    fails: `watch(file, (err, event) => {
  if (err) return done(err);
  reload(event);
});`,
    shownBy:
      "its code, a function of Node's own, a table of packages, `--callbacks`. Names such as `on`, `each`, `watch`, `listen`, `subscribe` and `use` speak against it",
    assumedFrom: 'library',
    floor:
      'a sign that the callback takes an error first, or a callback that takes nothing and stands last',
    observations: 3,
  },
  'error-first': {
    question: 'Does {subject} give its callback the error first?',
    claim:
      '{subject} gives its callback the error first, and no more results than the callback takes',
    unless:
      'a result is thrown as if it were an error, or an error is taken for a result; and what is thrown is an error where a library would make one of anything else',
    where: 'callbacks, `async`, bluebird, streams',
    fails: `exists(path, (isThere) => {
  if (isThere) return cb();
  create(path, cb);
});`,
    shownBy:
      "its code, a function of Node's own, a table of packages, `--callbacks`. What a file of the project defines otherwise is evidence against",
    assumedFrom: 'library',
    floor: 'the first parameter of a callback is tested or handed on as an error',
    observations: 3,
  },
  'result-is-no-promise': {
    question: 'Is {subject} no promise, and nothing else with a `then`?',
    claim: '{subject} is no promise and no lazy thenable',
    unless: 'an async function waits for it, and gives what comes of it in its place',
    where: 'callbacks, `async`, streams',
    fails: `fs.readFile(file, (err, text) => {
  if (err) return cb(err);
  cb(null, knex('users').where('name', text));
});`,
    shownBy:
      'literals, parameters of callbacks, results of known plain functions. A known promise or lazy thenable is evidence against; the result of an unknown call, or a member that other code fills, is assumed',
    assumedFrom: 'library',
    observations: 3,
  },
  'throws-late': {
    question: 'Does nobody need {subject} to throw before it returns?',
    claim: 'nobody needs {subject} to throw before it returns',
    unless:
      'a synchronous throw becomes a rejection, or the error of a callback; where the callee ignores its error, it is lost',
    where: 'all codemods',
    fails: `try {
  load(undefined).then(show);
} catch (error) {
  report(error);
}`,
    shownBy: 'nothing in front of the first wait can throw',
    assumedFrom: 'library',
    observations: 3,
  },
  'uncaught-error': {
    question: 'Does nobody rely on an error that nobody catches ending the process?',
    claim: 'nobody relies on an error that nobody catches ending the process at once',
    unless:
      'an error that nothing listened for, or that a listener or a callback threw, rejects a promise or answers a request; what a callback throws in a function that nobody waits for ends the process as an unhandled rejection; an exception behind a wait is lost where an optional callback is left out',
    where: 'streams, callbacks',
    fails: `process.on('uncaughtException', restart);
load(key, (err, value) => {
  if (err) throw err;
});`,
    shownBy: 'nothing behind the wait can throw',
    assumedFrom: 'library',
  },
  'callback-arguments': {
    question: 'Does the callback of {subject} not count its arguments?',
    claim: 'the callback of {subject} does not count its arguments',
    unless:
      'a callback gets `null` for a missing error, `undefined` for a missing result where it got fewer arguments, none for one that is `undefined` where another path gives none, no result beside an error that is only handed on, and the error of a command with what the command wrote on it',
    where: 'callbacks, `async`',
    fails: `load(key, function () {
  if (arguments.length === 1) return fail();
  show(arguments[1]);
});`,
    shownBy: 'every path gives an error, or one result',
    assumedFrom: 'library',
    observations: 3,
  },
  'partial-results': {
    question: 'Does nobody use the results that come with an error?',
    claim: 'nobody uses the results that come with an error',
    unless: 'an error comes alone, without the results that were there before it',
    where: '`async`',
    fails: `async.map(files, read, (err, texts) => {
  if (err) log(err);
  show(texts);
});`,
    shownBy: 'the callback returns for an error before it looks at the results',
    assumedFrom: 'library',
  },
  'empty-collection': {
    question: 'Does nobody notice that an empty collection calls back in a later tick?',
    claim: 'nobody notices that an empty collection calls back in a later tick',
    unless:
      'a collection that turns out to be empty, or a loop that ends before its first turn, calls back in a later tick',
    where: '`async`',
    fails: `let isDone = false;
async.each([], save, () => { isDone = true; });
assert(isDone);`,
    shownBy: 'a literal with items',
    assumedFrom: 'library',
  },
  'collection-is-array': {
    question: 'Is {subject} an array?',
    claim: '{subject} is an array, not an object or nothing',
    unless: 'a loop over it throws, or goes over something else',
    where: '`async`, bluebird, coroutines',
    fails: `const files = { a: 'a.txt', b: 'b.txt' };
async.each(files, remove, done);`,
    shownBy: 'a literal, a method that gives arrays, its declared type',
    assumedFrom: 'library',
    observations: 3,
  },
  'receiver-is-promise': {
    question: 'Is {subject}, the head of the chain, a promise?',
    claim: '{subject}, the head of the chain, is a promise and no lazy thenable',
    unless: 'a query is run once more or once less, or `await` gives the object itself',
    where: 'chains, needless promises',
    fails: `const query = knex('users').where({ id });
query.then(show);
query.then(count);`,
    shownBy:
      'an async function, `Promise`, a table of packages, its declared type. Known lazy thenables are evidence against, unless `--thenables` names them',
    assumedFrom: 'library',
    observations: 3,
  },
  'yield-operand-is-promise': {
    question: 'Does the operand of `yield` give a promise?',
    claim: 'the operand of `yield` gives a promise, not a thunk, an array or a generator object',
    unless: '`await` gives the thunk, the array or the generator itself',
    where: 'coroutines',
    fails: `const read = thunkify(fs.readFile);
co(function* () {
  const text = yield read('a.txt');
});`,
    shownBy: 'its code, a table of packages, its declared type',
    assumedFrom: 'library',
    observations: 3,
  },
  'promisified-for-itself': {
    question: 'Does this file alone call the `…Async` methods that it adds?',
    claim: 'this file alone calls the `…Async` methods that it adds with `promisifyAll`',
    unless: 'other code calls a method that is no longer there',
    where: 'bluebird',
    fails: `Bluebird.promisifyAll(require('redis'));
// and in another package:
client.getAsync(key);`,
    shownBy: 'no file of the project calls one; what other packages do cannot be shown',
    assumedFrom: 'library',
  },
  'promise-identity': {
    question: 'Does nobody compare the promise, or put properties on it?',
    claim: 'nobody compares the promise, or puts properties on it',
    unless: 'the same promise object is not returned twice, and properties set on it are gone',
    where: 'all codemods',
    fails: `if (load(key) === load(key)) {
  useTheCache();
}`,
    shownBy: 'the promise is only waited for',
    assumedFrom: undefined,
  },
  microticks: {
    question: 'Does nobody rely on the order between unrelated promises?',
    claim: 'nobody relies on the order between unrelated promises',
    unless:
      'the order between unrelated promises, and between what is put off to the end of one tick, and which of those that settle in one turn is the first of `race` or `some`, or the error of `all`',
    where: 'all codemods',
    fails: `load(key).then(() => log('loaded'));
Promise.resolve().then(() => log('next'));`,
    shownBy: 'nothing: no conversion can keep it, so that it is not reported',
    assumedFrom: 'strict',
  },
  'length-unasked': {
    question: 'Does nobody ask {subject} for its `length`?',
    claim: 'nobody asks {subject} for its `length`',
    unless:
      'a function that a library wraps tells how many parameters it has, where the wrapper told 0',
    where: 'coroutines',
    fails: `const load = co.wrap(function* (id) {});
router.use(load.length === 4 ? onError(load) : load);`,
    shownBy: 'the function has no parameters, or is only called',
    assumedFrom: 'library',
  },
  'early-rejection': {
    question: 'Does no promise of {subject} reject before anything waits for it?',
    claim: 'no promise of {subject} rejects before anything waits for it',
    unless:
      'a promise of a library that rejects before anything waits for it is an unhandled rejection of a native one, which ends the process: one in a list that is gone through item by item, or that is shorter than `some` asks for, with `--api=async` one that nobody waits for',
    where: 'bluebird, chains',
    fails: `const loads = keys.map(load);
await wait(1000);
await Bluebird.mapSeries(loads, show);`,
    shownBy: 'everything is waited for in the tick in which it starts',
    assumedFrom: 'library',
  },
  'library-errors': {
    question: "Does nobody look for bluebird's own classes of errors?",
    claim: "nobody looks for bluebird's own classes of errors",
    unless:
      'errors that bluebird makes are plain ones: those of callbacks are not in an `OperationalError`, those of `any`, `some` and `timeout` are none of its classes, what `done` throws ends the process as an unhandled rejection, and where one is asked for its `cause` any other is its own',
    where: 'bluebird',
    fails: `load(key).timeout(100).catch((error) => {
  if (error.name === 'TimeoutError') retry();
});`,
    shownBy: 'no handler of the file asks for a class of bluebird',
    assumedFrom: 'library',
  },
  'map-start-order': {
    question: 'Does nobody rely on which items of `map` start first?',
    claim: 'nobody relies on which items of `map` start first',
    unless:
      'bluebird starts `map({ concurrency })` from both ends or with what is there first, and none of a `map` once one has failed: of several failures another may be the one that is seen',
    where: 'bluebird',
    fails: `const started = [];
await Bluebird.map(keys, (key) => { started.push(key); return load(key); }, { concurrency: 2 });
assert.deepEqual(started, keys.reverse());`,
    shownBy: 'nothing yet',
    assumedFrom: 'library',
  },
  'key-order': {
    question: 'Does nobody rely on the order of the keys?',
    claim: 'nobody relies on the order of the keys of what `RSVP.hash` gives',
    unless: 'the keys are in the order of the source, not in that of settling',
    where: 'bluebird',
    fails: `const results = await RSVP.hash({ slow: wait(9), fast: wait(1) });
assert.deepEqual(Object.keys(results), ['fast', 'slow']);`,
    shownBy: 'nothing yet',
    assumedFrom: 'library',
  },
  'emitter-is-readable': {
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
      'who makes it, its declared type. A parameter named `stream` or `readable` in a file that uses streams, the `req` of `(req, res)` and `ctx.req` are assumed to be',
    assumedFrom: 'library',
    observations: 1,
  },
  'premature-close': {
    question: 'Does nobody rely on the silence of an aborted stream?',
    claim: 'nobody relies on the silence of an aborted stream',
    unless:
      'an aborted or destroyed stream ends in an error instead of silence, and the end of a stream is seen when it has closed',
    where: 'streams',
    fails: `read(stream).then(show, fail);
stream.destroy();
// neither was called`,
    shownBy: 'nothing yet',
    assumedFrom: 'library',
  },
  'pipe-destroys': {
    question: 'Does nobody use a piped stream after another one failed?',
    claim: 'nobody uses a piped stream after another one failed',
    unless:
      'files that are piped are closed when one of them fails, without what waits to be written; the end is seen when all have closed, as is a failure to close; a throw while one is made leaves those before it unheard',
    where: 'streams',
    fails: `input.pipe(output);
input.on('error', () => output.end('incomplete'));`,
    shownBy: 'nothing yet',
    assumedFrom: 'library',
  },
  'chunk-boundaries': {
    question: 'Does nobody rely on where a chunk of the stream ends?',
    claim: 'nobody relies on where a chunk of the stream ends',
    unless:
      'chunks of bytes or text that wait together arrive as one, or each by itself where `read()` joined them',
    where: 'streams',
    fails: `stream.on('data', (chunk) => {
  messages.push(JSON.parse(chunk));
});`,
    shownBy: 'the chunks are only joined',
    assumedFrom: 'library',
  },
  'module-waits': {
    question: 'May whoever imports the module wait until the stream has been read?',
    claim: 'whoever imports the module may wait until the stream has been read',
    unless: 'the module, and all that import it, start when the stream has been read',
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
 * @param {ReadonlySet<ObligationId>} choice.accept Those whose missing evidence counts as assumed.
 * @param {ReadonlySet<ObligationId>} choice.refuse Those that have to be shown.
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
 * @param {ObligationId} obligation
 * @param {string} [subject] The code that it is about, in backticks.
 * @returns {import('./pattern.js').Refusal} Of a site that rests on it, where it has to be shown.
 */
export function missingEvidence(obligation, subject) {
  return {
    reason: 'evidence-missing',
    subject: `${withSubject(OBLIGATIONS[obligation].claim, subject)} (\`${obligation}\`)`,
  };
}

/**
 * @param {string} text With `{subject}`.
 * @param {string | undefined} subject The code that it is about, in backticks.
 * @returns {string}
 */
export function withSubject(text, subject) {
  return text.replaceAll('{subject}', () => subject ?? 'it');
}
