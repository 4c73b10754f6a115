/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { LibraryValue, PatternContext } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { Origin } from '../modules/modules.js' */
/** @import { Library, LibraryMember, Waited } from '../../packages/packages.js' */

import satisfies from 'semver/functions/satisfies.js';

import { PROMISE } from '../../packages/kinds.js';
import { LIBRARIES, PACKAGES, SUBMODULES } from '../../packages/packages.js';
import { withoutCasts } from '../syntax/casts.js';
import { readClass } from '../syntax/definitions.js';
import { Notes } from '../syntax/facts.js';
import { isFunction } from '../syntax/functions.js';
import { givenMembers, isGivenMember } from '../modules/model-members.js';
import { readKey, resolveOrigin } from '../modules/modules.js';
import { dependencyVersion } from '../environment/node-floor.js';
import { isOwnModule } from '../environment/project.js';
import { untouchedOrigin } from '../modules/replaced-values.js';
import { constantOf, readConstantInit, variableOf, writesOf } from '../syntax/scopes.js';

/**
 * The kind of thing of a known package that an expression is: a model, a query, a pool. The answer follows
 * bindings, imports, chains of calls, and the results that such calls give:
 *
 *     const User = mongoose.model('User', schema);    User.find({ name }).sort('age')
 *     User.findById(id, (err, user) => { user.save(cb) })    const user = await User.findById(id)
 *
 * A name says nothing, nor does a variable of which only some values are known.
 *
 * @typedef {Pick<PatternContext, 'sourceCode' | 'project' | 'libraryExport' | 'isModelMemberElsewhere'> & { held?: Held, isAnyVersion?: boolean }} Reading
 *   `isAnyVersion`: whether what a package gives is asked for, not what may be written in its place: a version that
 *   nobody names, or that takes no callbacks, gives it all the same.
 *
 * @typedef {object} Held A variable of which other values are looked at.
 * @property {Variable} variable
 * @property {LibraryValue} value
 *
 * @typedef {object} LibraryCall
 * @property {LibraryMember} member The method.
 * @property {LibraryValue} owner The object on which it is called.
 */

/** Packages with functions that give back the first of their arguments. */
const MIXING = /^(?:lodash|underscore)(?:$|[./])/u;

const MIXERS = /^(?:assign|assignIn|extend|merge|mergeWith)$/u;

/** The most steps from an expression to what it is. */
const FUEL = 40;

/**
 * @param {Reading} reading
 * @param {TSESTree.CallExpression} call
 * @returns {LibraryCall | undefined} What a call that gets a callback calls, if it would give a promise
 *   without the callback.
 */
export function readLibraryCall(reading, call) {
  const found = dependsOnLibrary(reading.project)
    ? readMember(reading, call.callee, FUEL)
    : undefined;
  return found && takesLast(reading, call, found.member) ? found : undefined;
}

/**
 * @param {Pick<Reading, 'sourceCode'>} reading
 * @param {TSESTree.CallExpression} call
 * @param {LibraryMember} member The member that it calls.
 * @returns {boolean} Whether the last argument is a callback to it.
 */
function takesLast({ sourceCode }, call, { form, least = 0, most = Infinity, takesTasks }) {
  const count = call.arguments.length - 1;
  const [first] = call.arguments;
  return (
    form !== undefined &&
    count >= least &&
    count <= most &&
    !(takesTasks && (constantOf(sourceCode, first) ?? first)?.type === 'NewExpression')
  );
}

/** @type {Notes<Readonly<Record<string, string>>, boolean>} */
const areLibrariesAmong = new Notes();

/**
 * @param {Reading['project']} project
 * @returns {boolean} Whether it depends on any package of the table.
 */
function dependsOnLibrary({ dependencies }) {
  let depends = areLibrariesAmong.get(dependencies);
  if (depends === undefined) {
    depends = LIBRARIES.some(({ name }) => Object.hasOwn(dependencies, name));
    areLibrariesAmong.set(dependencies, depends);
  }
  return depends;
}

/**
 * @param {Reading} reading
 * @param {TSESTree.Node | null | undefined} node
 * @param {number} [fuel]
 * @returns {LibraryValue | undefined}
 */
export function readLibraryValue(reading, node, fuel = FUEL) {
  if (!node || fuel === 0) {
    return undefined;
  }
  const { sourceCode } = reading;
  const read = (/** @type {TSESTree.Node | null | undefined} */ each) =>
    readLibraryValue(reading, each, fuel - 1);
  const bare = withoutCasts(node);
  switch (bare.type) {
    case 'AssignmentExpression':
      return bare.operator === '=' ? read(bare.right) : undefined;
    case 'AwaitExpression':
      return readAwaited(reading, bare.argument, fuel - 1);
    case 'CallExpression':
      return readMade(reading, bare, fuel) ?? readMixed(reading, bare, read);
    case 'ConditionalExpression':
      return inCommon(read(bare.consequent), read(bare.alternate));
    case 'Identifier': {
      const variable = variableOf(sourceCode, bare);
      return (
        readImported(reading, bare) ??
        // class User extends Model {}
        (reading.isAnyVersion
          ? extended(read(readClass(sourceCode, bare)?.superClass))
          : undefined) ??
        (variable && readVariable(reading, variable, fuel))
      );
    }
    case 'LogicalExpression':
      return bare.operator === '&&'
        ? read(bare.right)
        : inCommon(read(bare.left), read(bare.right));
    case 'MemberExpression': {
      const imported = readImported(reading, bare);
      const found = imported ? undefined : readMember(reading, bare, fuel);
      return imported ?? (found && derive(found, found.member.is));
    }
    case 'NewExpression': {
      const made = read(bare.callee);
      const member = made && memberOf(reading, made, 'new');
      return member && derive({ owner: made, member }, member.gives);
    }
    default:
      return undefined;
  }
}

/**
 * @param {LibraryValue | undefined} left
 * @param {LibraryValue | undefined} right
 * @returns {LibraryValue | undefined} What both are.
 */
function inCommon(left, right) {
  return left && right && left.library === right.library && left.kind === right.kind
    ? left
    : undefined;
}

/**
 * @param {LibraryValue | undefined} value Of a class that another one extends.
 * @returns {LibraryValue | undefined}
 */
function extended(value) {
  return value && { ...value, isExtended: true };
}

/**
 * @param {LibraryCall} found
 * @param {string | undefined} kind
 * @returns {LibraryValue | undefined}
 */
function derive({ owner }, kind) {
  return kind === undefined ? undefined : { ...owner, kind };
}

/**
 * @param {Reading} reading
 * @param {LibraryValue} value
 * @param {string} key
 * @returns {LibraryMember | undefined} The member, unless the project puts another in its place.
 */
function memberOf(reading, value, key) {
  const library = /** @type {Library} */ (PACKAGES.get(value.library));
  const version = dependencyVersion(reading, value.library);
  if (!(reading.isAnyVersion ? mayHold(library, version) : takesCallback(reading, library, key))) {
    return undefined;
  }
  const members = (library.kinds[value.kind] ?? [])
    .filter(([names]) =>
      typeof names === 'string' ? names.split(' ').includes(key) : names.test(key),
    )
    .map(([, member]) => member);
  return version === undefined
    ? // Of what versions give differently, what is waited for counts.
      (members.find((each) => each.range !== undefined && waitedBy(library, each)) ?? members[0])
    : members.find(({ range }) => range === undefined || satisfies(version, range));
}

/**
 * @param {Library} library
 * @param {string | undefined} version
 * @returns {boolean} Whether its kinds are those of the version, or may be.
 */
function mayHold({ range, holds = range }, version) {
  return version === undefined || holds === undefined || satisfies(version, holds);
}

/**
 * @param {Reading} reading
 * @param {Library} library
 * @param {string} key
 * @returns {boolean} Whether the member is the package's own, of a version that takes callbacks.
 */
function takesCallback(reading, { name, range }, key) {
  const version = dependencyVersion(reading, name);
  return (
    version !== undefined &&
    range !== undefined &&
    satisfies(version, range) &&
    !isOverwritten(reading, key)
  );
}

/**
 * @param {Library} library
 * @param {LibraryMember} member
 * @returns {Waited | undefined} What `await` does with what a call of the member gives.
 */
function waitedBy({ waits }, { form, gives }) {
  return form === 'call' ? 'promise' : gives === undefined ? undefined : waits?.[gives];
}

/**
 *     knex('users').where({ id })    axios.get(url)    User.findById(id)
 *
 * @param {Omit<Reading, 'isAnyVersion' | 'held'>} context
 * @param {TSESTree.Node} node
 * @returns {{ kind: Waited | 'plain', library: string } | undefined} What `await` does with it, for what the table of
 *   packages says of it, whatever version is used; undefined for what is not in the table.
 */
export function readPackageValue(context, node) {
  const reading = { ...context, isAnyVersion: true };
  const value = readLibraryValue(reading, node);
  if (value) {
    const kind = PACKAGES.get(value.library)?.waits?.[value.kind] ?? 'plain';
    return { kind, library: value.library };
  }
  const call = withoutCasts(node);
  const found = call.type === 'CallExpression' ? readMember(reading, call.callee, FUEL) : undefined;
  const isPromise =
    found?.member.form === 'call' &&
    call.type === 'CallExpression' &&
    call.arguments.length >= (found.member.least ?? 0) &&
    !isFunction(call.arguments.at(-1));
  return found && isPromise ? { kind: 'promise', library: found.owner.library } : undefined;
}

/**
 *     User.find(query).exec(cb)
 *
 * @param {Omit<Reading, 'isAnyVersion' | 'held'>} context
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it gives a callback to a method of a package, whatever version is used: what the
 *   project has under the name is another one.
 */
export function callsPackageMethod(context, call) {
  const key = call.callee.type === 'MemberExpression' ? readKey(call.callee) : undefined;
  if (key === undefined || !dependsOnLibrary(context.project)) {
    return false;
  }
  const found = readMember({ ...context, isAnyVersion: true }, call.callee, FUEL);
  return (
    found !== undefined &&
    takesLast(context, call, found.member) &&
    !found.owner.isExtended &&
    !isOverwritten(context, key)
  );
}

/**
 * @param {Pick<Reading, 'isModelMemberElsewhere' | 'sourceCode'>} reading
 * @param {string} key
 * @returns {boolean} Whether the project may put another member in the place of the package's own.
 */
function isOverwritten({ sourceCode, isModelMemberElsewhere }, key) {
  return isGivenMember(givenMembers(sourceCode), key) || isModelMemberElsewhere?.(key) === true;
}

/**
 * @param {Reading} reading
 * @param {TSESTree.Node} callee
 * @param {number} fuel
 * @returns {LibraryCall | undefined} `User.find`, `hash` of `const { hash } = require('bcrypt')`, `level`
 */
function readMember(reading, callee, fuel) {
  const bare = withoutCasts(callee);
  if (bare.type === 'MemberExpression') {
    const key = bare.optional ? undefined : readKey(bare);
    const owner = key === undefined ? undefined : readLibraryValue(reading, bare.object, fuel - 1);
    const member = owner && memberOf(reading, owner, /** @type {string} */ (key));
    return member && { owner, member };
  }
  const origin = originOf(reading, bare);
  if (!origin || isOwnModule(origin, reading.project)) {
    return undefined;
  }
  const owner = walk(reading, packageValue(origin.name), origin.path.slice(0, -1));
  const member = owner && memberOf(reading, owner, origin.path.at(-1) ?? '()');
  return member && { owner, member };
}

/**
 * @param {Reading} reading
 * @param {TSESTree.Node} node
 * @returns {Origin | undefined} Globals are members of `globalThis`.
 */
function originOf({ sourceCode, isAnyVersion }, node) {
  const origin = resolveOrigin(sourceCode, node);
  if (origin?.kind !== 'global') {
    return origin;
  }
  return isAnyVersion && untouchedOrigin(sourceCode, node)
    ? { kind: 'module', name: 'globalThis', path: [origin.name, ...origin.path] }
    : undefined;
}

/**
 * @param {string} name Of a module.
 * @returns {LibraryValue | undefined}
 */
function packageValue(name) {
  if (PACKAGES.has(name)) {
    return { library: name, kind: 'module' };
  }
  const part = SUBMODULES.find(([names]) => names.test(name));
  return part && { library: part[1], kind: part[2] };
}

/**
 * @param {Reading} reading
 * @param {LibraryValue | undefined} value
 * @param {readonly string[]} path Of members.
 * @returns {LibraryValue | undefined}
 */
function walk(reading, value, path) {
  return path.reduce((/** @type {LibraryValue | undefined} */ owner, key) => {
    const member = owner && memberOf(reading, owner, key);
    return member && derive({ owner, member }, member.is);
  }, value);
}

/**
 * @param {Reading} reading
 * @param {TSESTree.Node} node
 * @returns {LibraryValue | undefined} What a module gives, of a package or of the project.
 */
function readImported(reading, node) {
  const origin = originOf(reading, node);
  if (!origin) {
    return undefined;
  }
  return isOwnModule(origin, reading.project)
    ? reading.libraryExport?.(origin.name, origin.path, reading.isAnyVersion)
    : walk(reading, packageValue(origin.name), origin.path);
}

/**
 * @param {Reading} reading
 * @param {TSESTree.CallExpression} call
 * @param {number} fuel
 * @returns {LibraryValue | undefined} `mongoose.model('User', schema)`, `User.find().sort('name')`
 */
function readMade(reading, call, fuel) {
  if (call.optional) {
    return undefined;
  }
  const imported = readImported(reading, call);
  if (imported) {
    return imported;
  }
  const found = readMember(reading, call.callee, fuel) ?? readCalled(reading, call.callee, fuel);
  // knex.transaction(async (trx) => …)
  const isGiven =
    found &&
    (!isFunction(call.arguments.at(-1)) ||
      (reading.isAnyVersion && found.member.form === undefined));
  const value = isGiven ? derive(found, found.member.gives) : undefined;
  const isUnsure =
    value?.kind === 'model' && !reading.isAnyVersion && !isSchemaKnown(reading, call, fuel);
  return isUnsure ? undefined : value;
}

/**
 *     const knex = require('knex')(options);    knex('users')
 *
 * @param {Reading} reading
 * @param {TSESTree.Node} callee
 * @param {number} fuel
 * @returns {LibraryCall | undefined} What a thing of a package gives that is called itself.
 */
function readCalled(reading, callee, fuel) {
  const owner = reading.isAnyVersion ? readLibraryValue(reading, callee, fuel - 1) : undefined;
  const member = owner && memberOf(reading, owner, '()');
  return member && { owner, member };
}

/**
 * @param {Reading} reading
 * @param {TSESTree.CallExpression} call `mongoose.model('User', schema)`
 * @param {number} fuel
 * @returns {boolean} Whether the members that it gives to the model are seen: it is made here, or all files
 *   of the project are looked at.
 */
function isSchemaKnown(reading, { arguments: [, given] }, fuel) {
  const schema = given && (constantOf(reading.sourceCode, given) ?? given);
  return (
    reading.isModelMemberElsewhere !== undefined ||
    schema?.type === 'ObjectExpression' ||
    (schema?.type === 'NewExpression' &&
      readLibraryValue(reading, schema.callee, fuel - 1)?.kind === 'Schema')
  );
}

/**
 * @param {Reading} reading
 * @param {TSESTree.CallExpression} call
 * @param {(node: TSESTree.Node | undefined) => LibraryValue | undefined} read
 * @returns {LibraryValue | undefined} `_.merge(user, req.body)`, `Object.assign(user, req.body)`
 */
function readMixed({ sourceCode }, { callee, arguments: [target] }, read) {
  const origin = resolveOrigin(sourceCode, callee);
  const isMixer = origin?.path.length === 1 && MIXERS.test(origin.path[0] ?? '');
  const isKnown = origin?.kind === 'module' ? MIXING.test(origin.name) : origin?.name === 'Object';
  return isMixer && isKnown ? read(target) : undefined;
}

/**
 * @param {Reading} reading
 * @param {TSESTree.Expression} promise
 * @param {number} fuel
 * @returns {LibraryValue | undefined} What it gives: of a query, or of a call.
 */
function readAwaited(reading, promise, fuel) {
  const pending = readLibraryValue(reading, promise, fuel);
  const executed = pending && memberOf(reading, pending, 'exec');
  if (executed) {
    return derive({ owner: pending, member: executed }, executed.result);
  }
  const call = withoutCasts(promise);
  const found = call.type === 'CallExpression' ? readMember(reading, call.callee, fuel) : undefined;
  return found?.member.form === 'call' || found?.member.gives === PROMISE
    ? derive(found, found.member.result)
    : undefined;
}

/** More values than that are seldom given to a variable that stands for one thing. */
const MAX_WRITES = 5;

/**
 *     User.findOne({ name }, (err, user) => { if (!user) user = new User({ name }); user.save(cb) })
 *
 * @param {Reading} reading
 * @param {Variable} variable
 * @param {number} fuel
 * @returns {LibraryValue | undefined} What all values are that it is given.
 */
function readVariable(reading, variable, fuel) {
  if (reading.held?.variable === variable) {
    return reading.held.value;
  }
  const constant = readConstantInit(variable);
  if (constant) {
    return walk(reading, readLibraryValue(reading, constant.init, fuel - 1), constant.keys);
  }
  const [definition, ...more] = variable.defs;
  const values = writesOf(variable).map(valueWritten);
  if (more.length > 0 || values.length > MAX_WRITES) {
    return undefined;
  }
  const value =
    definition?.type === 'Parameter'
      ? readResult(reading, definition, fuel)
      : readLibraryValue(reading, values[0], fuel - 1);
  // user = _.extend(user, req.body);
  const holding = value && { ...reading, held: { variable, value } };
  return holding &&
    values.every((each) => inCommon(value, readLibraryValue(holding, each, fuel - 1)))
    ? value
    : undefined;
}

/**
 * @param {Variable['references'][number]} write
 * @returns {TSESTree.Node | undefined} Undefined for what is taken out of a value, or added to it.
 */
function valueWritten({ identifier, writeExpr }) {
  const { parent } = /** @type {TSESTree.Node} */ (identifier);
  const isPlain =
    parent?.type === 'VariableDeclarator'
      ? parent.init === writeExpr
      : parent?.type === 'AssignmentExpression' && parent.operator === '=';
  return isPlain && writeExpr ? /** @type {TSESTree.Node} */ (writeExpr) : undefined;
}

/**
 *     User.findById(id, (err, user) => …)
 *
 * @param {Reading} reading
 * @param {Variable['defs'][number]} parameter
 * @param {number} fuel
 * @returns {LibraryValue | undefined} What a callback gets that is written in such a call.
 */
function readResult(reading, { name, node }, fuel) {
  const fn = /** @type {FunctionNode} */ (node);
  const call = fn.parent;
  if (
    fn.params[1] !== name ||
    call.type !== 'CallExpression' ||
    call.arguments.at(-1) !== /** @type {TSESTree.Node} */ (fn)
  ) {
    return undefined;
  }
  const found = readMember(reading, call.callee, fuel - 1);
  return found?.member.form === undefined ? undefined : derive(found, found.member.result);
}
