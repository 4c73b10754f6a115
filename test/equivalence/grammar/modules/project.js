import { fileLine } from '../../files.js';
import { END, joined, sortOf, statement, unit } from '../tree.js';
import { commonBarrels, esBarrels } from './barrels.js';
import { addCircles } from './circles.js';
import {
  commonClasses,
  exportLists,
  furtherMembers,
  literalExports,
  memberFunctions,
  wholeFunctions,
} from './common-exports.js';
import { esClasses, esFunctions, esLists } from './es-exports.js';
import { importsOf, requiresOf, writeImport } from './imports.js';
import { dependenciesOf, drawLibraries, importsOfLibraries, mixedUses } from './mixed.js';
import { listedFunctions, writerOf } from './offers.js';
import { usesOf } from './uses.js';

/**
 * Projects of a few modules, which call each other's functions, and a test or a command that stands
 * outside of what is converted.
 *
 * @import { Draw, Production } from '../draw.js'
 * @import { Node } from '../tree.js'
 * @import { Library } from './mixed.js'
 * @import { Module, Writer } from './offers.js'
 *
 * @typedef {object} Written A file.
 * @property {Writer} writer
 * @property {Node[]} head
 * @property {Node[]} units
 *
 * @typedef {object} Kind Of projects.
 * @property {boolean} [anyTick]
 * @property {readonly Library[] | undefined} [libraries] That may be used, too.
 */

/** @param {Draw} draw @param {Writer} writer @returns {Node[]} */
function commonUnits(draw, writer) {
  const shape = draw.pick([
    'members',
    'members',
    'members',
    'list',
    'list',
    'list',
    'literal',
    'whole',
    'class',
  ]);
  const several = (/** @type {Production[]} */ table, least = 1) =>
    Array.from({ length: draw.int(least, 2) }, () => draw.choose(table));
  switch (shape) {
    case 'members':
      return several(memberFunctions(writer));
    case 'list':
      return [...several(listedFunctions(writer)), draw.choose(exportLists(writer))];
    case 'literal':
      return [draw.choose(literalExports(writer).filter(({ name }) => name === 'literal-exports'))];
    case 'whole':
      return [
        draw.choose(wholeFunctions(writer)),
        ...(draw.chance(40) ? several(furtherMembers(writer)) : []),
      ];
    default:
      return [draw.choose(commonClasses(writer))];
  }
}

/** @param {Draw} draw @param {Writer} writer @returns {Node[]} */
function esUnits(draw, writer) {
  const several = (/** @type {Production[]} */ table) =>
    Array.from({ length: draw.int(1, 2) }, () => draw.choose(table));
  const shape = draw.pick(['own', 'own', 'own', 'list', 'class']);
  if (shape === 'list') {
    writer.prefix = draw.pick(['', '', 'default.']);
    return [...several(listedFunctions(writer)), draw.choose(esLists(writer))];
  }
  return shape === 'own' ? several(esFunctions(writer)) : [draw.choose(esClasses(writer))];
}

/**
 * @param {Draw} draw
 * @param {Module} module
 * @param {Kind} kind
 * @param {(writer: Writer) => Node[]} write
 * @param {readonly Module[]} used
 * @returns {Written}
 */
function writeModule(draw, module, { anyTick, libraries }, write, used) {
  const writer = writerOf(module, anyTick);
  const own = libraries?.filter(() => draw.chance(50)) ?? [];
  // A thing of a package, whose methods are known to call back later.
  const made = draw.chance(40) ? draw.name('made') : undefined;
  const names = made === undefined ? 'call, log' : 'call, connect, log';
  const making = made === undefined ? '' : `\nconst ${made} = connect('${module.name}')${END}`;
  if (made !== undefined) {
    writer.names.later.push(
      ...['x', 'y'].map((each) => `${made}.ask(at, '${draw.label()}', ${each}, `),
    );
  }
  const head = [
    module.isEsm
      ? statement`import { ${names} } from 'operations'${END}\nimport { promisify } from 'util'${END}${making}`
      : statement`const { ${names} } = require('operations')${END}${making}`,
    ...importsOfLibraries(writer, own),
    ...used.flatMap((to) => writeImport(draw, writer, to)),
  ];
  draw.refill();
  const units = write(writer);
  const table = libraries ? mixedUses(writer, own).filter((each) => each.when(draw)) : [];
  if (table.length > 0) units.push(...draw.several(table, 2));
  return { writer, head, units };
}

const line = sortOf('line');

/** @param {Written} written @returns {Node[]} */
function unitsOf({ writer, head, units }) {
  const items = joined(head.map((node) => line`${node}\n`));
  return [unit`${fileLine(writer.module.path)}${items}`, ...units];
}

/** Modules of CommonJS, of ES, or ES modules that use some of CommonJS. */
const KINDS = ['common', 'common', 'common', 'es', 'es', 'mixed'];

const PATHS = [
  ['a', 'lib/a'],
  ['b', 'lib/b/index'],
  ['c', 'lib/deep/c'],
  ['d', 'lib/d'],
];

/**
 * @param {Draw} draw
 * @param {{ anyTick?: boolean, mixes?: boolean }} [how] `mixes`: whether other libraries are used.
 * @returns {{ header: Node, units: Node[] }}
 */
export function project(draw, { anyTick = false, mixes = false } = {}) {
  const libraries = mixes ? drawLibraries(draw) : undefined;
  const kind = draw.pick(KINDS);
  /** @type {Written[]} */
  const written = [];
  const modules = () => written.map(({ writer }) => writer.module);
  const count = draw.int(2, 3);
  const first = draw.int(0, 1);
  for (const [index, [name = '', stem = '']] of PATHS.slice(first, first + count).entries()) {
    const isEsm = kind === 'es' || (kind === 'mixed' && index > 0);
    const used = modules().filter(() => draw.chance(80));
    const module = moduleOf(kind, { name, stem, isEsm });
    const write = (/** @type {Writer} */ writer) => unitsInside(draw, writer);
    written.push(writeModule(draw, module, { anyTick, libraries }, write, used));
  }
  addCircles(draw, written);
  if (draw.chance(40)) {
    const isEsm = kind !== 'common';
    const barrel = moduleOf(kind, { name: 'index', stem: 'lib/index', isEsm });
    const table = isEsm ? esBarrels(barrel, modules()) : commonBarrels(barrel, modules());
    written.push({ writer: writerOf(barrel, anyTick), head: [], units: [draw.choose(table)] });
  }
  const main = modules().find(({ name }) => name === 'index') ?? modules().at(-1);
  const outside = moduleOf(kind, {
    name: 'use',
    stem: draw.pick(['test/use', 'bin/use']),
    isEsm: kind === 'es' || (kind === 'mixed' && draw.chance(50)),
    isOutside: true,
  });
  const reached = modules().filter(({ isEsm }) => (!isEsm || outside.isEsm) && draw.chance(60));
  if (reached.length > 0) {
    const write = (/** @type {Writer} */ writer) => unitsOutside(draw, writer);
    written.push(writeModule(draw, outside, { anyTick }, write, reached));
  }
  return {
    header: headerOf(kind, main, dependenciesOf(libraries ?? [])),
    units: written.flatMap(unitsOf),
  };
}

/**
 * @param {string} kind
 * @param {{ name: string, stem: string, isEsm: boolean, isOutside?: boolean }} how
 * @returns {Module}
 */
function moduleOf(kind, { name, stem, isEsm, isOutside = false }) {
  const ending = kind === 'mixed' ? (isEsm ? 'mjs' : 'cjs') : 'js';
  return { path: `${stem}.${ending}`, name, isEsm, isFixed: isEsm, isOutside, offers: [] };
}

/** @param {Draw} draw @param {Writer} writer @returns {Node[]} */
function unitsInside(draw, writer) {
  const { module } = writer;
  const units = module.isEsm ? esUnits(draw, writer) : commonUnits(draw, writer);
  const table = usesOf(writer).filter((each) => each.when(draw));
  const isFrozen = module.isFixed && !module.isEsm;
  if (table.length > 0 && !isFrozen && draw.chance(25)) units.push(draw.choose(table));
  return units;
}

/** @param {Draw} draw @param {Writer} writer @returns {Node[]} */
function unitsOutside(draw, writer) {
  const table = usesOf(writer).filter((each) => each.when(draw));
  return table.length > 0 ? Array.from({ length: draw.int(1, 3) }, () => draw.choose(table)) : [];
}

/**
 * @param {string} kind
 * @param {Module | undefined} main
 * @param {Record<string, string>} dependencies
 * @returns {Node}
 */
function headerOf(kind, main, dependencies) {
  const manifest = {
    name: 'own',
    main: main?.path,
    ...(kind === 'es' && { type: 'module' }),
    exports: { '.': `./${main?.path}`, './*': './*' },
    engines: { node: '>=20' },
    dependencies: { operations: '1.0.0', ...dependencies },
  };
  return sortOf('header')`${fileLine('package.json')}${JSON.stringify(manifest)}`;
}

/** What the grammar writes beside the bodies of functions, and has to write. @type {readonly Production[]} */
export const PROJECT_PRODUCTIONS = (() => {
  const writer = writerOf();
  const { module } = writer;
  const done = () => {};
  return [
    ...memberFunctions(writer),
    ...listedFunctions(writer),
    ...exportLists(writer),
    ...literalExports(writer).filter(({ name }) => name === 'literal-exports'),
    ...wholeFunctions(writer),
    ...furtherMembers(writer),
    ...esFunctions(writer),
    ...esLists(writer),
    ...commonClasses(writer),
    ...requiresOf(module, module, done),
    ...importsOf(module, module, done),
    ...commonBarrels(module, [module]),
    ...esBarrels(module, [module]),
    ...usesOf(writerOf({ ...module, isOutside: true })),
  ].filter(({ optional }) => !optional);
})();
