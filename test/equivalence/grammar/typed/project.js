import { fileLine } from '../../files.js';
import { END, joined, sortOf, unit } from '../tree.js';
import { CALLBACK_DECLARATIONS } from './callback-types.js';
import { CORE_MODULES, OPERATIONS, declarationOf } from './callees.js';
import { typedFunctions } from './functions.js';
import { DECLARATIONS } from './kinds.js';

/**
 * Projects in TypeScript of one to three modules.
 *
 * @import { Draw, Production } from '../draw.js'
 * @import { Node } from '../tree.js'
 * @import { Writer } from './functions.js'
 */

/** What the compiler is asked to find; the last are what it is asked seldom. */
const STRICTNESS = [
  { strict: true },
  { strict: true },
  { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  { strict: false },
  { strict: false, strictNullChecks: true },
  { strict: true, useUnknownInCatchVariables: false },
];

const line = sortOf('line');

/**
 * @param {Draw} draw
 * @returns {{ header: Node, units: Node[] }}
 */
export function typedProject(draw) {
  const compilerOptions = draw.pick(STRICTNESS);
  const operations = draw.pick(OPERATIONS);
  const isShared = draw.chance(30);
  /** @type {Writer[]} */
  const writers = [];
  const units = [];
  for (const module of ['a', 'b', 'c'].slice(0, draw.pick([1, 1, 1, 2, 2, 3]))) {
    /** @type {Writer} */
    const writer = {
      module,
      operations,
      own: [],
      ownCore: [],
      names: new Set(),
      offers: [],
    };
    const imports = writers
      .filter(() => draw.chance(80))
      .map((from) => importOf(draw, writer, from));
    draw.refill();
    const made = Array.from({ length: draw.int(1, 3) }, () => draw.choose(typedFunctions(writer)));
    const head = [
      ...importsOf(draw),
      ...imports,
      ...(isShared ? [sharedImport(writer)] : declarationsFor(writer)),
    ].filter(Boolean);
    const lines = joined(head.map((each) => line`${each}\n`));
    units.push(unit`${fileLine(`lib/${module}.ts`)}${lines}`, ...made);
    writers.push(writer);
  }
  if (isShared) units.push(unit`${fileLine('lib/types.ts')}${sharedTypes()}`);
  const tsconfig = JSON.stringify({ compilerOptions: { target: 'ES2022', ...compilerOptions } });
  const manifest = JSON.stringify({
    name: 'own',
    main: 'lib/a.js',
    engines: { node: '>=20' },
    dependencies: { operations: '1.0.0' },
  });
  const header = sortOf(
    'header',
  )`${fileLine('package.json')}${manifest}\n${fileLine('tsconfig.json')}${tsconfig}\n${fileLine('types/operations.d.ts')}${declarationOf(operations.declaration)}`;
  return { header, units };
}

/** @param {Draw} draw @returns {string[]} */
const importsOf = (draw) => [
  draw.pick([
    `import { type At, call, log, op } from 'operations'${END}`,
    `import { call, log, op } from 'operations'${END}\nimport type { At } from 'operations'${END}`,
  ]),
  ...Object.entries(CORE_MODULES).map(([name, module]) =>
    draw.pick([
      `import * as ${name} from '${module}'${END}`,
      `import * as ${name} from 'node:${module}'${END}`,
      `import ${name} = require('${module}')${END}`,
    ]),
  ),
];

/** @param {Draw} draw @param {Writer} writer @param {Writer} from @returns {string} */
function importOf(draw, writer, from) {
  const offers = from.offers.filter(() => draw.chance(80));
  const named = offers.filter(({ isDefault }) => !isDefault);
  const other = offers.find(({ isDefault }) => isDefault);
  const isWhole = draw.chance(25);
  const all = from.module;
  for (const { callee, isCore, isDefault } of offers) {
    const own =
      isWhole && !isDefault ? { ...callee, open: prefixed(callee.open, `${all}.`) } : callee;
    (isCore ? writer.ownCore : writer.own).push(own);
  }
  const path = `'./${from.module}'`;
  const names = [...new Set(named.map(({ name }) => name))].join(', ');
  return [
    other ? `import ${other.name} from ${path}${END}` : '',
    isWhole
      ? `import * as ${all} from ${path}${END}`
      : names
        ? `import { ${names} } from ${path}${END}`
        : '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** @param {import('./callees.js').Callee['open']} open @param {string} prefix @returns {import('./callees.js').Callee['open']} */
const prefixed = (open, prefix) => (draw, scope) => prefix + open(draw, scope);

const ALL = { ...DECLARATIONS, ...CALLBACK_DECLARATIONS };

/** @param {Writer} writer @returns {string[]} */
const declarationsFor = ({ names }) =>
  [...names].map((name) => `${ALL[/** @type {keyof typeof ALL} */ (name)]}${END}`);

/** What are values, too. */
const VALUES = ['Level', 'Box'];

/** @param {Writer} writer @returns {string} */
function sharedImport({ names }) {
  const listed = [...names].map((name) => (VALUES.includes(name) ? name : `type ${name}`));
  return listed.length > 0 ? `import { ${listed.join(', ')} } from './types'${END}` : '';
}

const sharedTypes = () =>
  Object.values(ALL)
    .map((each) => `export ${each}${END}`)
    .join('\n');

/** What the grammar writes at the top of a file. @type {readonly Production[]} */
export const TYPED_PRODUCTIONS = typedFunctions({
  module: 'a',
  operations: OPERATIONS[0],
  own: [],
  ownCore: [],
  names: new Set(),
  offers: [],
});
