/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { HttpClient } from '../packages/http-clients.js' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { withoutCasts } from '../analysis/syntax/casts.js';
import { enclosingFunction, functionName } from '../analysis/syntax/functions.js';
import { isOfPage } from '../analysis/environment/browser-scripts.js';
import { globalMembers, moduleReferences } from '../analysis/modules/module-references.js';
import { readKey, readString } from '../analysis/modules/modules.js';
import { isCommandLine, isInTest, isStart, repeatedFunction } from '../analysis/flow/repetition.js';
import { constantOf, readsOf, variableOf } from '../analysis/syntax/scopes.js';
import { textOf } from '../edits/trivia.js';
import { GLOBAL_FETCH, HTTP_CLIENTS, HTTP_CLIENT_MODULES } from '../packages/http-clients.js';

/**
 * A request that nothing limits in time:
 *
 *     await axios.get(url);    https.get(url, (response) => …);    const api = axios.create({ baseURL });
 *
 * Kinds: `request`, `instance` for one that all requests of an instance have from it, `stopped` for a client that
 * stops by itself after minutes.
 *
 * @type {Pattern}
 */
export const requestTimeout = {
  name: 'request-timeout',
  words: /\b(?:axios|fetch|https?|undici)\b/u,
  visit: { Program: findSites },
};

/** Options that limit a request, or let somebody break it off. */
const LIMITS = new Set([
  'bodyTimeout',
  'cancelToken',
  'headersTimeout',
  'httpAgent',
  'httpsAgent',
  'agent',
  'dispatcher',
  'signal',
  'timeout',
]);

/** The calls that set a limit for all requests, or later for the one. */
const SET_ELSEWHERE =
  /\bdefaults\s*\.\s*timeout\b|\bdefaults\s*=|\bsetGlobalDispatcher\b|\.setTimeout\(|\.on(?:ce)?\(\s*['"]timeout['"]/u;

/** What may give each request a limit, if the file speaks of one; most give it a header. */
const INTERCEPTS = /\binterceptors\s*\.\s*request\b/u;
const SPEAKS_OF_LIMITS = /timeout|signal|cancel/iu;

/** The names of a variable with options. */
const OPTIONS = /^(?:conf(?:ig)?|opts?|params)$|options?$/iu;

/** Requests for which nobody waits, by the names of files: what is measured may be what somebody asks for, too. */
const IN_THE_BACKGROUND = /(?:check-?version|telemetry|tracking|update-?check)[^\\/]*$/iu;
const OF_MEASUREMENTS = /metrics[^\\/]*$/iu;

/** Names of functions that a server calls by itself; somebody waits for a token. */
const BY_ITSELF = /^_*(?:grab|poll|refresh(?!\w*(?:Auth|Session|Token)))(?=\p{Lu})|Telemetry/u;

/** A peer on the same machine. */
const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])\b/u;

/**
 * @param {TSESTree.Program} _
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findSites(_, { sourceCode, path, isAside, isCommand, isForOthers, isInBrowser }) {
  const { text } = sourceCode;
  if (
    SET_ELSEWHERE.test(text) ||
    (INTERCEPTS.test(text) && SPEAKS_OF_LIMITS.test(text)) ||
    isCommandLine(sourceCode)
  ) {
    return [];
  }
  const unlimited = clientCalls(sourceCode).filter(
    ({ call, client }) =>
      isRepeated(sourceCode, call) &&
      !(/^https?\./u.test(client.name) ? false : isSentOff(sourceCode, call)) &&
      !isInTest(call) &&
      !hasLimit(sourceCode, call, client) &&
      !isUpload(sourceCode, call) &&
      !IN_THE_BACKGROUND.test(path ?? '') &&
      !(client.stops && OF_MEASUREMENTS.test(path ?? '')) &&
      !LOCAL.test(startOf(call.arguments[0])),
  );
  const made = clientCalls(sourceCode).filter(
    ({ call, client }) =>
      client.scope === 'instance' && !hasLimit(sourceCode, call, client) && !isInTest(call),
  );
  const found = [...new Set([...unlimited, ...made])];
  if (
    found.length === 0 ||
    isAside?.() ||
    isCommand?.() ||
    isForOthers?.() ||
    isInBrowser?.() ||
    isOfPage(sourceCode)
  ) {
    return [];
  }
  // A fault of the whole file is mended in one place.
  /** @type {Map<string, typeof found>} */
  const groups = new Map();
  for (const each of found) {
    const { name, scope } = each.client;
    const key = scope === 'instance' ? String(each.call.range[0]) : (name.split('.', 1)[0] ?? '');
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap(([first, ...more]) =>
    first
      ? [
          {
            node: first.call.callee,
            kind: kindOf(first.client),
            data: {
              client: first.client.name,
              more: more.length > 0 ? ` (${more.length + 1} in this file)` : '',
            },
          },
        ]
      : [],
  );
}

/**
 * @param {HttpClient} client
 * @returns {string}
 */
function kindOf({ scope, stops }) {
  return stops ? 'stopped' : scope === 'instance' ? 'instance' : 'request';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {{ call: TSESTree.CallExpression, client: HttpClient }[]} In source order.
 */
function clientCalls(sourceCode) {
  return [
    ...moduleReferences(sourceCode, HTTP_CLIENT_MODULES),
    ...globalMembers(sourceCode, 'fetch'),
  ]
    .flatMap(({ value, origin }) => {
      const name = [origin.name, ...origin.path].join('.');
      const client =
        origin.kind === 'global'
          ? name === 'fetch' && GLOBAL_FETCH
          : HTTP_CLIENTS.get(name === 'node-fetch.fetch' ? 'node-fetch' : name);
      const { parent: call } = value;
      return client && call?.type === 'CallExpression' && call.callee === value
        ? [{ call, client }]
        : [];
    })
    .sort((left, right) => left.call.range[0] - right.call.range[0]);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {HttpClient} client
 * @returns {boolean} Whether its options set a limit, or the file does not show them.
 */
function hasLimit(sourceCode, { arguments: args }, { name, options: position }) {
  if (args.some(({ type }) => type === 'SpreadElement')) {
    return true;
  }
  // axios(url, config), http.get(options, callback)
  const isMoved =
    (name === 'axios' && args[0] && !isObject(args[0]) && args.length > 1) ||
    (/^https?\./u.test(name) && args[0] && isObject(args[0]));
  const index = isMoved ? (name === 'axios' ? 1 : 0) : position;
  const options = args[index];
  if (/^https?\./u.test(name) && args.length < 3 && isNamedOptions(args[0])) {
    return true;
  }
  if (!options) {
    // axios(config): what is not written out may hold anything.
    return name === 'axios' || name === 'axios.request' ? args.length > 1 : false;
  }
  return mayLimit(optionsWritten(sourceCode, options) ?? options);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it is in a function that may run again, and does not start something.
 */
function isRepeated(sourceCode, call) {
  const repeated = repeatedFunction(sourceCode, call);
  const fn = repeated && ownerOf(repeated);
  return fn !== undefined && !isStart(sourceCode, fn) && !BY_ITSELF.test(functionName(fn) ?? '');
}

/**
 *     function load(url) { return new Promise((resolve) => http.get(url, resolve)); }
 *
 * @param {FunctionNode} fn
 * @returns {FunctionNode} The function whose own work it is: an executor and a handler of a chain are a part of
 *   the function around them.
 */
function ownerOf(fn) {
  const { parent } = fn;
  const isPart =
    isExecutor(fn) ||
    (parent?.type === 'CallExpression' &&
      parent.callee.type === 'MemberExpression' &&
      /^(?:catch|finally|then)$/u.test(readKey(parent.callee) ?? ''));
  const outer = isPart ? enclosingFunction(/** @type {TSESTree.Node} */ (fn)) : undefined;
  return outer ? ownerOf(outer) : fn;
}

/**
 *     void axios.post(url, event).catch(log);    axios.post(url, event).then(log).catch(log);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether its promise is a statement of its own, in a function that goes on without it. A callback
 *   (`http.get(url, done)`) may be what somebody waits for.
 */
function isSentOff(sourceCode, call) {
  let outer = /** @type {TSESTree.Node} */ (call);
  while (
    (outer.parent?.type === 'MemberExpression' && outer.parent.object === outer) ||
    (outer.parent?.type === 'CallExpression' && outer.parent.callee === outer) ||
    (outer.parent?.type === 'UnaryExpression' && outer.parent.operator === 'void')
  ) {
    outer = outer.parent;
  }
  return outer.parent?.type === 'ExpressionStatement' && !settlesElsewhere(sourceCode, outer);
}

/**
 *     load(url).then((response) => { done(null, response); }, done);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} chain
 * @returns {boolean} Whether the promise around, or a callback, gets its outcome.
 */
function settlesElsewhere(sourceCode, chain) {
  const fn = enclosingFunction(chain);
  const text = textOf(sourceCode, chain);
  const names = (fn?.params ?? []).flatMap((param) =>
    param.type === 'Identifier' ? [param.name] : [],
  );
  return (
    isExecutor(fn) ||
    names.some(
      (name, index) =>
        (/^(?:callback|cb|ctx|done|next|reply|response)$/u.test(name) ||
          (index === 1 && name === 'res')) &&
        new RegExp(`\\b${name}\\b`, 'u').test(text),
    )
  );
}

/**
 * @param {FunctionNode | undefined} fn
 * @returns {boolean} Whether it is that of `new Promise`.
 */
function isExecutor(fn) {
  return fn?.parent?.type === 'NewExpression';
}

/**
 *     const request = http.request(options, done); stream.pipe(request);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether a stream is written to the request, which takes as long as there is something to send.
 */
function isUpload(sourceCode, call) {
  const { parent } = call;
  const variable =
    parent.type === 'VariableDeclarator' ? variableOf(sourceCode, parent.id) : undefined;
  return (
    variable !== undefined &&
    readsOf(variable).some(({ identifier: { parent: use } }) => {
      const callee = use?.type === 'CallExpression' ? use.callee : undefined;
      return (
        (callee?.type === 'MemberExpression' && readKey(callee) === 'pipe') ||
        (callee?.type === 'Identifier' && callee.name === 'pipeline')
      );
    })
  );
}

/**
 *     const options = { method: 'POST', url }; await axios(options);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} options
 * @returns {TSESTree.ObjectExpression | undefined} What they are, where nothing but the call sees them.
 */
function optionsWritten(sourceCode, options) {
  const variable = options.type === 'Identifier' ? variableOf(sourceCode, options) : undefined;
  const value = variable && constantOf(sourceCode, options);
  return variable && value?.type === 'ObjectExpression' && readsOf(variable).length === 1
    ? value
    : undefined;
}

/**
 * @param {TSESTree.Node} options
 * @returns {boolean} Whether they set a limit, or the file does not show them.
 */
function mayLimit(options) {
  const value = withoutCasts(options);
  switch (value.type) {
    case 'ConditionalExpression':
      return mayLimit(value.consequent) || mayLimit(value.alternate);
    case 'Identifier':
      return value.name !== 'undefined';
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return false;
    case 'ObjectExpression':
      return value.properties.some(
        (property) => property.type === 'SpreadElement' || limits(property),
      );
    case 'Literal':
    case 'TemplateLiteral':
      // axios('/users')
      return false;
    default:
      return true;
  }
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} Whether options stand there in the place of an address, written elsewhere: `http.get(options)`.
 */
function isNamedOptions(node) {
  return node?.type === 'Identifier' && OPTIONS.test(node.name);
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isObject(node) {
  return withoutCasts(node).type === 'ObjectExpression';
}

/**
 * @param {TSESTree.Property} property
 * @returns {boolean} Whether it limits the request, or is a stream, whose end nobody knows.
 */
function limits({ key, computed, value }) {
  const name =
    key.type === 'Identifier' && !computed ? key.name : key.type === 'Literal' ? key.value : '';
  if (name === 'responseType') {
    return readString(value) === 'stream';
  }
  const isNone =
    (value.type === 'Literal' && value.value === 0) ||
    (value.type === 'Identifier' && value.name === 'Infinity');
  return computed || (LIMITS.has(String(name)) && !isNone);
}

/**
 * @param {TSESTree.Node | undefined} url
 * @returns {string}
 */
function startOf(url) {
  return url?.type === 'TemplateLiteral'
    ? (url.quasis[0]?.value.raw ?? '')
    : (readString(url) ?? '');
}
