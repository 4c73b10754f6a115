import { production } from '../draw.js';
import { END, joined, sortOf, statement, unit } from '../tree.js';
import { statementsOf } from './bodies.js';
import { drawCallbackType, enclosed } from './callback-types.js';
import { CORE_CALLEES } from './callees.js';
import { KINDS, aNumber, aString, parameterKind } from './kinds.js';

/**
 * Functions and methods with types that take a node-style callback.
 *
 * @import { Draw, Production } from '../draw.js'
 * @import { Entry, List, Node } from '../tree.js'
 * @import { CallbackType } from './callback-types.js'
 * @import { Callee, Operations } from './callees.js'
 * @import { Kind, Scope } from './kinds.js'
 *
 * @typedef {object} Writer Of a module.
 * @property {string} module Its name.
 * @property {Operations} operations
 * @property {Callee[]} own What can be called from here.
 * @property {Callee[]} ownCore The same, of functions that use Node itself.
 * @property {Set<string>} names What has to be declared.
 * @property {{ name: string, callee: Callee, isCore: boolean, isDefault?: boolean }[]} offers What it exports that others may call.
 *
 * @typedef {object} Drawn
 * @property {string} name
 * @property {CallbackType} type
 * @property {string} parameters
 * @property {string} bare The same without types.
 * @property {string} returned
 * @property {List} made The statements of the body.
 * @property {boolean} isCore
 * @property {string} generic
 */

/**
 * @param {Draw} draw
 * @param {Writer} writer
 * @param {object} [how]
 * @param {Kind} [how.parameter] The type of the second parameter, if it is no number.
 * @param {readonly Callee[]} [how.callees] What it may call beside others.
 * @param {string} [how.generic]
 * @param {string} [how.first]
 * @param {boolean} [how.hasMiddle] Whether its third parameter may be left out.
 * @param {readonly Kind[]} [how.results]
 * @param {CallbackType} [how.type]
 * @param {boolean} [how.isContextual] Whether its types stand elsewhere.
 * @returns {Drawn}
 */
function drawFunction(draw, writer, how = {}) {
  const { parameter, callees = [], generic = '', first = '', hasMiddle = false } = how;
  const name = draw.name('run');
  const isCore = draw.chance(35);
  const results = how.results ?? drawResults(draw, parameter);
  const drawn = how.type ?? drawCallbackType(draw, results, how.isContextual);
  const type = hasMiddle ? { ...drawn, isOptional: true } : drawn;
  for (const each of type.names) writer.names.add(each);
  const isVoid = draw.chance(65);
  const returned = isVoid ? ': void' : draw.pick(['', '', '', ': any']);
  const strings = hasMiddle ? ['(y as string)'] : ['y'];
  /** @type {Scope} */
  const scope = parameter
    ? { names: [{ name: 'x', kind: parameter, isOpen: false }], numbers: ['1'], strings }
    : { names: [], numbers: ['x'], strings };
  const own = [...(isCore ? writer.ownCore : writer.own), ...callees];
  const pick = (/** @type {Draw} */ inner) => {
    if (own.length > 0 && inner.chance(45)) return inner.pick(own);
    return isCore ? inner.pick(CORE_CALLEES) : writer.operations.call(inner);
  };
  const callee = (/** @type {Draw} */ inner) => {
    const made = pick(inner);
    for (const each of made.gives.results.flatMap(({ names }) => names)) writer.names.add(each);
    return made;
  };
  const made = statementsOf(draw, {
    scope,
    ending: { name: 'cb', type },
    callee,
    // The names of modules are not those of variables.
    name: (inner) => inner.name(isCore ? 'n' : 'v'),
    isLater: false,
    hasVoid: isVoid,
    hasThis: callees.length > 0,
  });
  const x = parameter ? parameter.text : 'number';
  const y = hasMiddle ? `string | ${enclosed(drawn.text)}` : 'string';
  const mark = type.isOptional && !/undefined$/u.test(type.text) ? '?' : '';
  return {
    name,
    type: drawn,
    parameters: `${first}at: At, x: ${x}, y: ${y}, cb${mark}: ${type.text}`,
    bare: 'at, x, y, cb',
    returned,
    made,
    isCore,
    generic,
  };
}

/** @param {Draw} draw @param {Kind} [parameter] @returns {Kind[]} */
function drawResults(draw, parameter) {
  if (parameter && draw.chance(70)) return [parameter];
  const count = draw.pick([0, 1, 1, 1, 1, 1, 1, 1, 2]);
  return Array.from({ length: count }, () => draw.pick(KINDS));
}

/** @param {string} name @param {CallbackType} gives @param {string} [given] @returns {Callee} */
const calleeOf = (name, gives, given) => ({
  open: (draw, scope) => `${name}(at, ${given ?? aNumber(draw, scope)}, ${aString(draw, scope)}, `,
  gives,
  isContextual: !gives.isUntyped,
});

const member = sortOf('member');

/**
 * @param {Writer} writer
 * @returns {Production[]}
 */
export const typedFunctions = (writer) => {
  /**
   * @param {string} path
   * @param {Drawn} drawn
   * @returns {Entry[]} What the harness calls: functions that use no file.
   */
  const entriesOf = (path, { isCore }) =>
    isCore ? [] : [{ path: `${writer.module}.${path}`, call: 'callback' }];
  /**
   * @param {Drawn} drawn
   * @param {string} [path] What it is called by.
   * @param {boolean} [isExported] Whether other modules may import it.
   */
  const offer = (drawn, path = drawn.name, isExported = true) => {
    const callee = calleeOf(path, drawn.type);
    (drawn.isCore ? writer.ownCore : writer.own).push(callee);
    if (isExported)
      writer.offers.push({ name: path.replace(/\..*$/u, ''), callee, isCore: drawn.isCore });
  };
  /**
   * @param {string} name
   * @param {number} weight
   * @param {(draw: Draw) => { node: Node, drawn: Drawn, path?: string }} write
   * @param {Parameters<typeof production>[3]} [traits]
   */
  const exported = (name, weight, write, traits) =>
    production(
      name,
      weight,
      (draw) => {
        const { node, drawn, path = drawn.name } = write(draw);
        return { ...node, entries: entriesOf(path, drawn) };
      },
      traits,
    );
  /** @param {Drawn} drawn @param {string} [text] */
  const signature = ({ generic, parameters, returned }, text = parameters) =>
    `${generic}(${text})${returned}`;
  return [
    exported('function', 8, (draw) => {
      const drawn = drawFunction(draw, writer);
      offer(drawn);
      return {
        drawn,
        node: unit`export function ${drawn.name}${signature(drawn)} {${drawn.made}}`,
      };
    }),
    exported('listed-function', 3, (draw) => {
      const drawn = drawFunction(draw, writer);
      offer(drawn);
      return {
        drawn,
        node: unit`function ${drawn.name}${signature(drawn)} {${drawn.made}}\nexport { ${drawn.name} }${END}`,
      };
    }),
    exported('arrow', 5, (draw) => {
      const drawn = drawFunction(draw, writer);
      offer(drawn);
      return {
        drawn,
        node: unit`export const ${drawn.name} = ${signature(drawn)} => {${drawn.made}}${END}`,
      };
    }),
    exported('function-expression', 2, (draw) => {
      const drawn = drawFunction(draw, writer);
      offer(drawn);
      return {
        drawn,
        node: unit`export const ${drawn.name} = function ${signature(drawn)} {${drawn.made}}${END}`,
      };
    }),
    exported('inner-function', 3, (draw) => {
      const inner = drawFunction(draw, writer);
      offer(inner, inner.name, false);
      const outer = drawFunction(draw, writer);
      return {
        drawn: outer,
        node: draw.chance(50)
          ? unit`function ${inner.name}${signature(inner)} {${inner.made}}\nexport function ${outer.name}${signature(outer)} {${outer.made}}`
          : unit`const ${inner.name} = ${signature(inner)} => {${inner.made}}${END}\nexport const ${outer.name} = ${signature(outer)} => {${outer.made}}${END}`,
      };
    }),
    exported('declared-variable', 3, (draw) => {
      const drawn = drawFunction(draw, writer, { isContextual: true });
      offer(drawn);
      const alias = draw.name('Fn');
      const own = `(${drawn.parameters}) => ${drawn.returned.slice(2) || 'void'}`;
      const returned = drawn.returned && draw.chance(30) ? drawn.returned : '';
      const isNamed = draw.chance(60);
      const head = isNamed
        ? draw.pick([
            `type ${alias} = ${own}${END}\n`,
            `interface ${alias} { (${drawn.parameters}): ${drawn.returned.slice(2) || 'void'} }\n`,
          ])
        : '';
      const type = isNamed ? alias : own;
      const text = drawn.bare;
      const made = draw.pick([
        member`(${text})${returned} => {${drawn.made}}`,
        member`function (${text})${returned} {${drawn.made}}`,
      ]);
      return { drawn, node: unit`${head}export const ${drawn.name}: ${type} = ${made}${END}` };
    }),
    exported('satisfying', 2, (draw) => {
      const drawn = drawFunction(draw, writer, { isContextual: true });
      offer(drawn);
      const type = `(${drawn.parameters}) => ${drawn.returned.slice(2) || 'void'}`;
      const word = draw.pick(['satisfies', 'as']);
      const list = draw.chance(50) ? drawn.bare : drawn.parameters;
      return {
        drawn,
        node: unit`export const ${drawn.name} = ((${list}) => {${drawn.made}}) ${word} ${type}${END}`,
      };
    }),
    exported('class', 6, (draw) => {
      const [name, kind] = [draw.name('store'), draw.name('Kind')];
      const first = drawFunction(draw, writer);
      const word = draw.pick([
        '',
        'private ',
        'protected ',
        'public ',
        '#',
        'static ',
        'private readonly ',
        '',
      ]);
      const isField = word === 'private readonly ' || draw.chance(10);
      const own = `${word === '#' ? '#' : ''}${first.name}`;
      const modifier = word === '#' ? '' : isField ? word : word.replace('readonly ', '');
      const path = word === 'static ' ? `${kind}.${own}` : `this.${own}`;
      const second = drawFunction(draw, writer, {
        callees: [calleeOf(path, first.type), calleeOf(path, first.type)],
      });
      // What uses files is called by nobody.
      const isCore = first.isCore || second.isCore;
      const drawn = { ...second, isCore };
      const one = isField
        ? member`${modifier}${own} = ${signature(first)} => {${first.made}}${END}`
        : member`${modifier}${own}${signature(first)} {${first.made}}`;
      const heritage = draw.pick(['', '', 'implements', 'extends', 'abstract']);
      const shape = `${second.name}(${second.parameters})${second.returned || ': void'}`;
      const head =
        heritage === 'implements'
          ? `interface ${kind}Like { ${shape} }\n`
          : heritage === 'extends'
            ? `abstract class ${kind}Base { abstract ${shape}; }\n`
            : '';
      const clause =
        heritage === 'implements'
          ? ` implements ${kind}Like`
          : heritage === 'extends'
            ? ` extends ${kind}Base`
            : '';
      const made = heritage === 'abstract' ? `class ${kind}Made extends ${kind} {}\n` : '';
      const maker = heritage === 'abstract' ? `${kind}Made` : kind;
      if (!isCore) offer(drawn, `${name}.${second.name}`);
      const construct = draw.pick([
        '',
        `  constructor(private readonly size = 1, protected name?: string) {${heritage === 'extends' ? ` super(); ` : ''}}\n`,
        `  private kept: unknown[] = []${END}\n`,
      ]);
      return {
        drawn,
        path: `${name}.${second.name}`,
        node: unit`${head}${heritage === 'abstract' ? 'abstract ' : ''}class ${kind}${clause} {\n${construct}  ${one}\n  ${draw.pick(['', 'public '])}${second.name}${signature(second)} {${second.made}}\n}\n${made}export const ${name} = new ${maker}()${END}`,
      };
    }),
    exported('receiver', 3, (draw) => {
      const [name, kind] = [draw.name('user'), draw.name('Kind')];
      const first = drawFunction(draw, writer, { isContextual: true });
      const path = draw.pick(['this.store', 'this.store!', 'this.own.store', 'store']);
      const like = `${kind}Like`;
      const callee = {
        ...calleeOf(`${path}.${first.name}`, first.type),
        isContextual: !first.type.isUntyped,
      };
      const second = drawFunction(draw, writer, { callees: [callee, callee, callee] });
      const declared = draw.pick([
        `${first.name}(${first.parameters})${first.returned || ': void'}`,
        `${first.name}: (${first.parameters}) => ${first.returned.slice(2) || 'void'}`,
      ]);
      const field = path.startsWith('this.own')
        ? `own = { store }`
        : path === 'store'
          ? `kept = 1`
          : path.endsWith('!')
            ? `store?: ${like} = store`
            : `constructor(readonly store: ${like} = store) {}`;
      const isCore = first.isCore || second.isCore;
      return {
        drawn: { ...second, isCore },
        path: `${name}.${second.name}`,
        node: unit`interface ${like} { ${declared} }\nnamespace ${kind}Space {\n  const store: ${like} = { ${first.name}${draw.pick([signature(first), `(${first.bare})`])} {${first.made}} }${END}\n  export class ${kind} {\n    ${field.startsWith('constructor') ? field : `${field}${END}`}\n    ${second.name}${signature(second)} {${second.made}}\n  }\n}\nexport const ${name} = new ${kind}Space.${kind}()${END}`,
      };
    }),
    exported('declared-object', 4, (draw) => {
      const name = draw.name('api');
      const drawn = drawFunction(draw, writer, { isContextual: true });
      offer(drawn, `${name}.${drawn.name}`);
      const type = `(${drawn.parameters}) => ${drawn.returned.slice(2) || 'void'}`;
      const list = draw.chance(50) ? drawn.bare : drawn.parameters;
      const made = draw.pick([
        member`${drawn.name}(${list}) {${drawn.made}}`,
        member`${drawn.name}: function (${list}) {${drawn.made}}`,
        member`${drawn.name}: (${list}) => {${drawn.made}}`,
      ]);
      const [declared, behind] = draw.pick([
        [`: { ${drawn.name}: ${type} }`, ''],
        [`: { ${drawn.name}(${drawn.parameters}): ${drawn.returned.slice(2) || 'void'} }`, ''],
        [`: Record<'${drawn.name}', ${type}>`, ''],
        ['', ` satisfies { ${drawn.name}: ${type} }`],
        ['', ` as { ${drawn.name}: ${type} }`],
      ]);
      return {
        drawn,
        path: `${name}.${drawn.name}`,
        node: unit`export const ${name}${declared} = {\n  ${made},\n}${behind}${END}`,
      };
    }),
    exported('inferred-object', 3, (draw) => {
      const name = draw.name('api');
      const drawn = drawFunction(draw, writer);
      offer(drawn, `${name}.${drawn.name}`);
      const made = draw.pick([
        member`${drawn.name}${signature(drawn)} {${drawn.made}}`,
        member`${drawn.name}: function ${signature(drawn)} {${drawn.made}}`,
        member`${drawn.name}: ${signature(drawn)} => {${drawn.made}}`,
      ]);
      return {
        drawn,
        path: `${name}.${drawn.name}`,
        node: unit`export const ${name} = {\n  ${made},\n}${draw.pick(['', ' as const'])}${END}`,
      };
    }),
    exported('assigned-member', 2, (draw) => {
      const name = draw.name('handlers');
      const drawn = drawFunction(draw, writer, { isContextual: true });
      const type = `(${drawn.parameters}) => ${drawn.returned.slice(2) || 'void'}`;
      const list = draw.chance(70) ? drawn.bare : drawn.parameters;
      const made = draw.pick([
        member`function (${list}) {${drawn.made}}`,
        member`(${list}) => {${drawn.made}}`,
      ]);
      return {
        drawn,
        path: `${name}.${drawn.name}`,
        node: unit`export const ${name}: { [key: string]: ${type} } = {}${END}\n${name}['${drawn.name}'] = ${made}${END}`,
      };
    }),
    exported('overloaded-function', 3, (draw) => {
      const drawn = drawFunction(draw, writer, { hasMiddle: true, type: middleType(draw, writer) });
      offer(drawn);
      const { text } = drawn.type;
      return {
        drawn,
        node: unit`export function ${drawn.name}(at: At, x: number, cb: ${text}): void${END}\nexport function ${drawn.name}(at: At, x: number, y: string, cb: ${text}): void${END}\nexport function ${drawn.name}(${drawn.parameters}): void {\n  ${middle(draw, text)}\n  ${joined(drawn.made.items.map((each) => statement`${each}\n`))}\n}`,
      };
    }),
    exported('middle-argument', 3, (draw) => {
      const drawn = drawFunction(draw, writer, { hasMiddle: true, type: middleType(draw, writer) });
      const { text } = drawn.type;
      const returned = draw.pick([': void', '']);
      const body = statement`${middle(draw, text)}\n  ${joined(drawn.made.items.map((each) => statement`${each}\n`))}`;
      return {
        drawn,
        node: draw.pick([
          unit`export function ${drawn.name}(${drawn.parameters})${returned || ': void'} {\n  ${body}\n}`,
          unit`export const ${drawn.name} = (${drawn.parameters})${returned || ': void'} => {\n  ${body}\n}${END}`,
        ]),
      };
    }),
    exported('overloaded-method', 2, (draw) => {
      const [name, kind] = [draw.name('store'), draw.name('Kind')];
      const drawn = drawFunction(draw, writer, { hasMiddle: true, type: middleType(draw, writer) });
      const { text } = drawn.type;
      const callee = calleeOf(`this.${drawn.name}`, drawn.type);
      const second = drawFunction(draw, writer, { callees: [callee, callee] });
      return {
        drawn: { ...second, isCore: drawn.isCore || second.isCore },
        path: `${name}.${second.name}`,
        node: unit`class ${kind} {\n  ${drawn.name}(at: At, x: number, cb: ${text}): void${END}\n  ${drawn.name}(at: At, x: number, y: string, cb: ${text}): void${END}\n  ${drawn.name}(${drawn.parameters}): void {\n    ${middle(draw, text)}\n    ${joined(drawn.made.items.map((each) => statement`${each}\n`))}\n  }\n  ${second.name}${signature(second)} {${second.made}}\n}\nexport const ${name} = new ${kind}()${END}`,
      };
    }),
    exported('default-parameter', 2, (draw) => {
      const drawn = drawFunction(draw, writer);
      const noop = draw.name('noop');
      const type = drawn.type.text.replace(/ \| undefined$/u, '');
      const parameters = drawn.parameters.replace(
        /cb\??: [^]*$/u,
        () => `cb: ${type} = ${draw.pick([noop, '() => {}'])}`,
      );
      offer(drawn);
      return {
        drawn,
        node: unit`const ${noop} = () => {}${END}\nexport function ${drawn.name}(${parameters})${drawn.returned} {${drawn.made}}`,
      };
    }),
    exported('this-parameter', 2, (draw) => {
      const [name, context] = [draw.name('api'), draw.name('Context')];
      const drawn = drawFunction(draw, writer, { first: `this: ${context}, ` });
      const made = draw.pick([
        member`${drawn.name}${signature(drawn)} {${drawn.made}}`,
        member`${drawn.name}: function ${signature(drawn)} {${drawn.made}}`,
      ]);
      return {
        drawn,
        path: `${name}.${drawn.name}`,
        node: unit`interface ${context} { depth?: number }\nexport const ${name} = {\n  depth: 1,\n  ${made},\n}${END}`,
      };
    }),
    exported('generic-function', 3, (draw) => {
      const constraint = draw.pick(['', ' extends unknown', ' = any']);
      const parameter = parameterKind(
        'T',
        (_, { names }) => names.find(({ kind }) => kind.text === 'T')?.name ?? 'undefined as any',
      );
      const drawn = drawFunction(draw, writer, { parameter, generic: `<T${constraint}>` });
      if (drawn.type.results.every(({ text }) => text !== 'T')) offer(drawn);
      return {
        drawn,
        node: draw.pick([
          unit`export function ${drawn.name}${signature(drawn)} {${drawn.made}}`,
          unit`export const ${drawn.name} = ${signature(drawn)} => {${drawn.made}}${END}`,
        ]),
      };
    }),
    exported('generic-class', 2, (draw) => {
      const [name, kind] = [draw.name('cache'), draw.name('Cache')];
      const parameter = parameterKind(
        'T',
        (_, { names }) =>
          names.find(({ kind: { text } }) => text === 'T')?.name ?? 'undefined as any',
      );
      const drawn = drawFunction(draw, writer, { parameter });
      return {
        drawn,
        path: `${name}.${drawn.name}`,
        node: unit`class ${kind}<T> {\n  kept?: T${END}\n  ${drawn.name}${signature(drawn)} {${drawn.made}}\n}\nexport const ${name} = new ${kind}<number>()${END}`,
      };
    }),
    exported(
      'default-export',
      1,
      (draw) => {
        const drawn = drawFunction(draw, writer);
        offer(drawn, drawn.name, false);
        writer.offers.push({
          name: drawn.name,
          callee: calleeOf(drawn.name, drawn.type),
          isCore: drawn.isCore,
          isDefault: true,
        });
        return {
          drawn,
          path: 'default',
          node: unit`export default function ${drawn.name}${signature(drawn)} {${drawn.made}}`,
        };
      },
      { when: () => !writer.offers.some(({ isDefault }) => isDefault) },
    ),
    exported('promise-user', 3, (draw) => {
      const drawn = drawFunction(draw, writer);
      const user = draw.name('use');
      const [result] = drawn.type.results;
      const given = result ? 'value' : 'undefined';
      const annotated = drawn.type.isUntyped
        ? '(err: any, value?: any)'
        : result
          ? '(err, value)'
          : '(err)';
      const type = result && !drawn.type.isUntyped ? `${enclosed(result.text)} | undefined` : 'any';
      const open = `${drawn.name}(at, 1, 'y', ${annotated} => {\n      if (err) return reject(err)${END}\n      resolve(${given})${END}\n    })`;
      offer(drawn);
      return {
        drawn,
        node: unit`export function ${drawn.name}${signature(drawn)} {${drawn.made}}\nexport function ${user}(at: At)${draw.pick([`: Promise<${type}>`, ''])} {\n  return new Promise<${type}>((resolve, reject) => {\n    ${open}${END}\n  })${END}\n}`,
      };
    }),
    exported('callers', 3, (draw) => {
      const drawn = drawFunction(draw, writer);
      const user = draw.name('use');
      const count = drawn.type.results.length;
      const names = ['value', 'other'].slice(0, count);
      const list = drawn.type.isUntyped
        ? ['err: any', ...names.map((each) => `${each}?: any`)]
        : ['err', ...names];
      const thrown = draw.pick(['throw err', `{ log(at, '${draw.label()}', err); return; }`]);
      const open = `${drawn.name}(at, 1, 'y', (${list.join(', ')}) => {\n    if (err) ${thrown.startsWith('{') ? thrown : `${thrown}${END}`}\n    log(at, '${draw.label()}', ${['1', ...names].join(', ')})${END}\n  })${END}`;
      offer(drawn);
      return {
        drawn,
        node: unit`export function ${drawn.name}${signature(drawn)} {${drawn.made}}\nexport ${draw.pick([`function ${user}(at: At): void {\n  ${open}\n}`, `const ${user} = (at: At) => {\n  ${open}\n}${END}`])}`,
      };
    }),
    exported('parameters-type', 1, (draw) => {
      const first = drawFunction(draw, writer, { isContextual: true });
      const type = `Parameters<typeof ${first.name}>[3]`;
      const second = drawFunction(draw, writer, {
        callees: [calleeOf(first.name, first.type)],
        results: first.type.results,
        type: {
          ...first.type,
          text: first.type.isOptional ? `NonNullable<${type}>` : type,
          isOptional: false,
          names: [],
        },
      });
      offer(first);
      return {
        drawn: { ...second, isCore: first.isCore || second.isCore },
        node: unit`export function ${first.name}${signature(first)} {${first.made}}\nexport function ${second.name}${signature(second)} {${second.made}}`,
      };
    }),
  ];
};

/** @param {Draw} draw @param {Writer} writer @returns {CallbackType} One that no other argument is taken for. */
function middleType(draw, writer) {
  for (;;) {
    const made = drawCallbackType(draw, drawResults(draw));
    if (!made.isUntyped && !made.isOptional) {
      for (const each of made.names) writer.names.add(each);
      return made;
    }
  }
}

/** @param {Draw} draw @param {string} type @returns {string} What tells the callback from what may be left out. */
const middle = (draw, type) =>
  draw.pick([
    `if (typeof y === 'function') {\n    cb = y${END}\n    y = 'none'${END}\n  }`,
    `if (typeof y === 'function') {\n    cb = y as ${enclosed(type)}${END}\n    y = 'none'${END}\n  }`,
    `if (!cb) {\n    cb = y as ${enclosed(type)}${END}\n    y = 'none'${END}\n  }`,
    `if (typeof y === 'function') [cb, y] = [y, 'none']${END}`,
  ]);
