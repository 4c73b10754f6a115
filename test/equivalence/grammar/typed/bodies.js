import { production } from '../draw.js';
import { END, lines, sortOf, statement } from '../tree.js';
import { failing, isTakenBy, passedArguments, passing } from './callback-types.js';
import { something, valueOf, withNames } from './kinds.js';

/**
 * The body of a typed function that takes a node-style callback.
 *
 * @import { Draw, Production } from '../draw.js'
 * @import { List, Node } from '../tree.js'
 * @import { Callee } from './callees.js'
 * @import { Ending } from './callback-types.js'
 * @import { Kind, Scope, TypedName } from './kinds.js'
 *
 * @typedef {object} Body
 * @property {Scope} scope
 * @property {Ending} ending
 * @property {(draw: Draw) => Callee} callee
 * @property {(draw: Draw) => string} name For a variable.
 * @property {boolean} isLater Whether a tick has passed.
 * @property {boolean} hasVoid Whether the function says that it returns nothing.
 * @property {boolean} hasThis Whether something in it is the receiver's.
 */

const callback = sortOf('callback');

/** @param {Draw} draw @param {Scope} scope */
const logged = (draw, scope) => `log(at, '${draw.label()}', ${something(draw, scope)})${END}`;

/**
 * @param {Body} body
 * @param {string} call
 * @returns {string} Ends the path where others follow.
 */
const leave = ({ isLater, hasVoid, ending: { type } }, call) =>
  isLater || (hasVoid && type.returns === 'void' && !type.isUntyped)
    ? `return ${call}${END}`
    : `{ ${call}; return; }`;

/**
 * @param {Draw} draw
 * @param {Body} body
 * @param {(draw: Draw, body: Body) => Node[]} [first] What stands at its beginning.
 * @returns {List}
 */
export const statementsOf = (draw, body, first = () => []) =>
  draw.within({}, () => {
    const steps = [];
    let here = body;
    for (let left = draw.int(0, 2); left > 0; left -= 1) {
      const names = [...here.scope.names];
      const inner = { ...here, declare: (/** @type {TypedName} */ each) => names.push(each) };
      steps.push(draw.choose(stepsOf(inner)));
      here = { ...here, scope: { ...here.scope, names } };
    }
    return lines([...first(draw, body), ...steps, draw.choose(tailsOf(here))]);
  });

/** @param {Body & { declare: (name: TypedName) => unknown }} body @returns {Production[]} What stands before the end. */
const stepsOf = (body) => {
  const { scope, ending } = body;
  return [
    production('effect', 4, (draw) => statement`${logged(draw, scope)}`),
    production('typed-constant', 3, (draw) => {
      const kind = draw.pick(ending.type.results.length > 0 ? ending.type.results : KIND_OF_STEPS);
      const name = body.name(draw);
      const value = valueOf(draw, scope, kind);
      body.declare({ name, kind, isOpen: false });
      return statement`${draw.pick(['const', 'let'])} ${name}: ${kind.text} = ${value}${END}`;
    }),
    production('parsed', 2, (draw) => {
      const name = body.name(draw);
      const failed = leave(
        body,
        failing(draw, ending, draw.pick(['e as Error', 'new Error(String(e))'])),
      );
      const caught = draw.pick(['e', 'e: unknown', 'e: any']);
      const [kind] = ending.type.results;
      const type = kind && draw.chance(70) ? kind.text : 'unknown';
      if (kind && type === kind.text) body.declare({ name, kind, isOpen: false });
      const text = draw.pick(["'1'", "'['"]);
      return statement`let ${name}: ${type}${END}\ntry {\n  ${name} = JSON.parse(${text})${END}\n} catch (${caught}) {\n  ${failed}\n}`;
    }),
    production('early-failure', 2, (draw) => {
      const call = failing(draw, ending, `new Error('${draw.label()}')`);
      const test = draw
        .pick(['Y.length > 9', "typeof Y !== 'string'", '!Y'])
        .replace('Y', scope.strings[0] ?? "'y'");
      return statement`if (${test}) ${leave(body, call)}`;
    }),
    production('early-failure-later', 2, (draw) => {
      const call = failing(draw, ending, `new Error('${draw.label()}')`);
      return statement`if (${scope.strings[0] ?? "'y'"}.length > 9) {\n  process.nextTick(() => ${call})${END}\n  return${END}\n}`;
    }),
    production('type-guard', 1, (draw) => {
      const name = scope.names[0]?.name ?? 'at';
      return statement`if (${draw.pick([`typeof ${name} === 'string'`, `Array.isArray(${name})`, `${name} !== undefined`])}) ${logged(draw, scope)}`;
    }),
  ];
};

/** @type {readonly [Kind, ...Kind[]]} */
const KIND_OF_STEPS = [
  { text: 'string[]', names: [], make: () => '[]' },
  { text: 'unknown', names: [], make: () => '1' },
];

/** @param {Body} body @returns {Production[]} How a path ends. */
const tailsOf = (body) => {
  const { scope, ending } = body;
  const when = () => body.isLater;
  /** @param {Draw} draw */
  const value = (draw) => passing(draw, ending, scope);
  return [
    production('nest', 10, (draw) => nest(draw, body), { compound: true }),
    production('return-nest', 1, (draw) => statement`return ${nest(draw, body)}`, {
      compound: true,
      when,
    }),
    production('handed-on', 3, (draw) => handedOn(draw, body)),
    production('result', 6, (draw) => statement`${value(draw)}${END}`, { when }),
    production('return-result', 3, (draw) => statement`${leave(body, value(draw))}`, { when }),
    production(
      'error',
      1,
      (draw) => statement`${failing(draw, ending, `new Error('${draw.label()}')`)}${END}`,
      {
        when,
      },
    ),
    production('next-tick', 2, (draw) =>
      ending.type.isOptional || draw.chance(50)
        ? statement`${draw.pick(['process.nextTick', 'setImmediate'])}(() => ${value(draw)})${END}`
        : statement`process.nextTick(${ending.name}, ${passedArguments(draw, ending, scope) || 'null'})${END}`,
    ),
    production('timeout', 1, (draw) => statement`setTimeout(() => ${value(draw)}, 5)${END}`),
    production(
      'if-else',
      2,
      (draw) =>
        statement`if (${draw.pick(['Y.length > 2', "Y === 'two'"]).replace('Y', scope.strings[0] ?? "'y'")}) {${statementsOf(draw, body)}} else {${statementsOf(draw, body)}}`,
      { compound: true, when },
    ),
    production(
      'tried',
      1,
      (draw) => {
        const caught = draw.pick(['e', 'e: unknown', 'e: any']);
        return statement`try {\n  ${nest(draw, body)}\n} catch (${caught}) {\n  ${failing(draw, ending, 'e as Error')}${END}\n}`;
      },
      { compound: true, optional: true },
    ),
    production('recursion', 2, (draw) => recursion(draw, body), { compound: true }),
    production('counter', 2, (draw) => counter(draw, body), { compound: true, optional: true }),
    production('named-callback', 2, (draw) => namedCallback(draw, body), { compound: true }),
    production(
      'promise-user',
      1,
      (draw) => {
        const failed = failing(draw, ending, 'e');
        return statement`op(at, '${draw.label()}').then((${draw.pick(['v', 'v: any', 'v: unknown'])}) => ${value(draw)}, (e: Error) => ${failed})${END}`;
      },
      { optional: true },
    ),
  ];
};

/** @param {Draw} draw @param {Body} body @returns {Node} */
function nest(draw, body) {
  const callee = body.callee(draw);
  return statement`${callee.open(draw, body.scope)}${drawCallback(draw, body, callee)})${END}`;
}

/** @param {Draw} draw @param {Body} body @returns {Node} */
function handedOn(draw, body) {
  const { name, type } = body.ending;
  for (let turn = 0; turn < 4; turn += 1) {
    const callee = body.callee(draw);
    if (isTakenBy(callee.gives, type))
      return statement`${callee.open(draw, body.scope)}${name})${END}`;
  }
  const callee = body.callee(draw);
  return statement`${callee.open(draw, body.scope)}${name} as any)${END}`;
}

/**
 * @param {Draw} draw
 * @param {Callee} callee
 * @param {readonly string[]} names Of the error and the results.
 * @returns {string[]} Parameters of a callback for it.
 */
function parametersOf(draw, { gives, isContextual }, names) {
  const isWritten = !isContextual || draw.chance(15);
  if (!isWritten) return [...names];
  const error = {
    errno: 'NodeJS.ErrnoException | null',
    any: 'any',
    unknown: 'unknown',
    error: 'Error | null',
  };
  const type = error[/** @type {keyof typeof error} */ (gives.error)] ?? 'Error | null | undefined';
  const mark = gives.isRequired ? '' : '?';
  return names.map((name, index) =>
    index === 0
      ? `${name}: ${draw.chance(20) ? 'any' : type}`
      : `${name}${mark}: ${draw.chance(15) ? 'any' : gives.results[index - 1]?.text}`,
  );
}

/** @param {Draw} draw @param {Body} body @param {Callee} callee @returns {Node} */
function drawCallback(draw, body, callee) {
  const error = draw.pick(['err', 'err', 'err', 'er', 'e']);
  const { names, inner } = resultsOf(draw, body, callee);
  const parameters = parametersOf(draw, callee, [error, ...names]).join(', ');
  const failure = { name: error, isUnknown: callee.gives.error === 'unknown' };
  const made = draw.within({ deeper: false }, () =>
    draw.choose(callbackBodies(inner, failure, names)),
  );
  const isArrow = body.hasThis || draw.chance(75);
  const head = isArrow ? `(${parameters}) => ` : `function (${parameters}) `;
  return callback`${head}${made}`;
}

/** @param {Draw} draw @param {Body} body @param {Callee} callee */
function resultsOf(draw, body, { gives }) {
  const taken = gives.results.slice(0, draw.chance(90) ? gives.results.length : 0);
  const names = taken.map(() => body.name(draw));
  const declared = taken.map((kind, index) => ({
    name: names[index] ?? '',
    kind,
    isOpen: !gives.isRequired && !gives.isUntyped,
  }));
  const inner = { ...body, isLater: true, scope: withNames(body.scope, declared) };
  return { names, inner };
}

/**
 * @param {Body} body
 * @param {{ name: string, isUnknown: boolean }} failure
 * @param {readonly string[]} results
 * @returns {Production[]} What a callback does with an error, and without.
 */
const callbackBodies = (body, { name: err, isUnknown }, results) => {
  const { ending } = body;
  const [first] = results;
  const error =
    isUnknown && ending.type.error !== 'unknown' && ending.type.error !== 'any'
      ? `${err} as Error`
      : err;
  /** @param {Draw} draw */
  const failed = (draw) => failing(draw, ending, draw.chance(10) ? `${err} as any` : error);
  /** @param {(draw: Draw) => string} test */
  const tested = (test) => (/** @type {Draw} */ draw) =>
    callback`{${statementsOf(draw, body, (inner) => [statement`${test(inner)}`])}}`;
  /** @param {Draw} draw */
  const end = (draw) =>
    draw.pick([
      `return ${failed(draw)}${END}`,
      `{ ${failed(draw)}; return; }`,
      `{\n  ${logged(draw, body.scope)}\n  return ${failed(draw)}${END}\n}`,
      `return void ${failed(draw).replace(/^(?<all>.*&&.*)$/u, '($<all>)')}${END}`,
    ]);
  return [
    production(
      'error-test',
      12,
      tested(
        (draw) =>
          `if (${draw.pick([err, err, err, err, `${err} != null`, `${err} instanceof Error`])}) ${end(draw)}`,
      ),
    ),
    production('missing-result', 2, (draw) => {
      if (!first) return tested((inner) => `if (${err}) ${end(inner)}`)(draw);
      const other = failing(draw, ending, `new Error('${draw.label()}')`);
      return tested(
        (inner) =>
          `if (${err}) ${end(inner)}\nif (${inner.pick([`!${first}`, `${first} === undefined`])}) return ${other}${END}`,
      )(draw);
    }),
    production('error-or-nothing', 1, (draw) => {
      if (!first || isUnknown) return tested((inner) => `if (${err}) ${end(inner)}`)(draw);
      const either = failing(draw, ending, `${err} || new Error('${draw.label()}')`);
      return tested(() => `if (${err} || !${first}) return ${either}${END}`)(draw);
    }),
    production('error-by-code', 2, (draw) => {
      const code = draw.pick([`(${err} as NodeJS.ErrnoException).code`, `(${err} as any).code`]);
      return tested((inner) => `if (${err} && ${code} !== 'E1') ${end(inner)}`)(draw);
    }),
    production('error-recovered', 2, (draw) => {
      const code = draw.pick([`(${err} as NodeJS.ErrnoException).code`, `(${err} as any).code`]);
      const instead = leave(body, passing(draw, ending, { ...body.scope, names: [] }));
      return tested(
        (inner) =>
          `if (${err}) {\n  if (${code} === 'E1') ${instead}\n  return ${failed(inner)}${END}\n}`,
      )(draw);
    }),
    production(
      'if-else-callback',
      2,
      (draw) =>
        callback`{\n  if (${err}) {\n    ${failed(draw)}${END}\n  } else {${statementsOf(draw, body)}}\n}`,
    ),
    production(
      'if-not-callback',
      1,
      (draw) =>
        callback`{\n  if (!${err}) {${statementsOf(draw, body)}} else {\n    ${failed(draw)}${END}\n  }\n}`,
    ),
    production('conditional-callback', 2, (draw) => {
      const [no, yes] = [failed(draw), passing(draw, ending, body.scope)];
      const inner = (/** @type {string} */ text) => (/&&/u.test(text) ? `(${text})` : text);
      return callback`{\n  ${err} ? ${inner(no)} : ${inner(yes)}${END}\n}`;
    }),
  ];
};

/** @param {Draw} draw @param {Body} body @returns {Node} */
function namedCallback(draw, body) {
  const callee = body.callee(draw);
  const name = draw.name('on');
  const { names, inner } = resultsOf(draw, body, callee);
  const parameters = parametersOf(draw, { ...callee, isContextual: false }, ['err', ...names]).join(
    ', ',
  );
  const failure = { name: 'err', isUnknown: callee.gives.error === 'unknown' };
  const made = draw.choose(callbackBodies(inner, failure, names));
  const opened = callee.open(draw, body.scope);
  return body.hasThis || draw.chance(50)
    ? statement`const ${name} = (${parameters})${draw.pick([': void', ''])} => ${made}${END}\n${opened}${name})${END}`
    : statement`function ${name}(${parameters})${draw.pick([': void', ''])} ${made}\n${opened}${name})${END}`;
}

/** @param {Draw} draw @param {Body} body @returns {Node} */
function recursion(draw, body) {
  const next = draw.name('next');
  const seen = draw.name('seen');
  const callee = body.callee(draw);
  const { names } = resultsOf(draw, body, callee);
  const parameters = parametersOf(draw, callee, ['err', ...names]).join(', ');
  const isUnknown =
    callee.gives.error === 'unknown' && !['unknown', 'any'].includes(body.ending.type.error);
  const type = draw.pick(['unknown[]', 'any[]', 'Array<unknown>']);
  const returned = draw.pick([': void', ': void', '']);
  const failed = failing(draw, body.ending, isUnknown ? 'err as Error' : 'err');
  const pushed = `${seen}.push(${names[0] ?? 'i'})`;
  const done = passing(draw, body.ending, body.scope);
  const end = draw.chance(50) ? `process.nextTick(() => ${done})` : done;
  const open = callee.open(draw, body.scope);
  const core = `  if (i > 2) {\n    ${end}${END}\n    return${END}\n  }\n  ${open}(${parameters}) => {\n    if (err) return ${failed}${END}\n    ${pushed}${END}\n    ${next}(i + 1)${END}\n  })${END}`;
  const made =
    body.hasThis || draw.chance(50)
      ? `const ${next} = (i: number)${returned} => {\n${core}\n}${END}`
      : `function ${next}(i: number)${returned} {\n${core}\n}`;
  return statement`const ${seen}: ${type} = []${END}\n${made}\n${next}(${draw.pick(['0', '1'])})${END}`;
}

/** @param {Draw} draw @param {Body} body @returns {Node} */
function counter(draw, body) {
  const [left, failedOnce, kept, item] = [
    draw.name('left'),
    draw.name('failed'),
    draw.name('kept'),
    draw.name('item'),
  ];
  const callee = body.callee(draw);
  const { names } = resultsOf(draw, body, callee);
  const parameters = parametersOf(draw, callee, ['err', ...names]).join(', ');
  const isUnknown =
    callee.gives.error === 'unknown' && !['unknown', 'any'].includes(body.ending.type.error);
  const failed = failing(draw, body.ending, isUnknown ? 'err as Error' : 'err');
  const done = passing(draw, body.ending, body.scope);
  const list = draw.pick(["['a', 'b']", `[${body.scope.strings[0] ?? "'c'"}]`]);
  const each = `${callee.open(draw, body.scope)}(${parameters}) => {\n    if (${failedOnce}) return${END}\n    if (err) {\n      ${failedOnce} = true${END}\n      return ${failed}${END}\n    }\n    ${kept}.push(${names[0] ?? item})${END}\n    if (--${left} === 0) ${done}${END}\n  })${END}`;
  const loop = draw.pick([
    `for (const ${item} of ${list}) {\n  ${each}\n}`,
    `${list}.forEach((${item}) => {\n  ${each}\n})${END}`,
  ]);
  return statement`let ${left} = ${list.includes(',') ? '2' : '1'}${END}\nlet ${failedOnce} = false${END}\nconst ${kept}: unknown[] = []${END}\n${loop.startsWith('[') ? `;${loop}` : loop}`;
}
