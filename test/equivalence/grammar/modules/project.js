import { fileLine } from '../../files.js';
import { END, joined, sortOf, statement, unit } from '../tree.js';
import { commonBarrels, esBarrels } from './barrels.js';
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
import { listedFunctions, pathOf, writerOf } from './offers.js';
import { usesOf } from './uses.js';

/**
 * Projects of a few modules, which call each other's functions, and a test or a command that stands
 * outside of what is converted.
 *
 * @import { Draw, Production } from '../draw.js'
 * @import { Node } from '../tree.js'
 * @import { Module, Writer } from './offers.js'
 *
 * @typedef {object} Written A file.
 * @property {Writer} writer
 * @property {Node[]} head
 * @property {Node[]} units
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
 * @param {boolean} anyTick
 * @param {(writer: Writer) => Node[]} write
 * @param {readonly Module[]} used
 * @returns {Written}
 */
function writeModule(draw, module, anyTick, write, used) {
  const writer = writerOf(module, anyTick);
  const head = [
    module.isEsm
      ? statement`import { call, log } from 'operations'${END}\nimport { promisify } from 'util'${END}`
      : statement`const { call, log } = require('operations')${END}`,
    ...used.flatMap((to) => writeImport(draw, writer, to)),
  ];
  draw.refill();
  return { writer, head, units: write(writer) };
}

const line = sortOf('line');

/** @param {Written} written @returns {Node[]} */
function unitsOf({ writer, head, units }) {
  const items = joined(head.map((node) => line`${node}\n`));
  return [unit`${fileLine(writer.module.path)}${items}`, ...units];
}

/**
 * @param {Draw} draw
 * @param {Written} one An earlier module, that gets at what the other has in a circle.
 * @param {Written} other
 * @param {RegExp} forms Of imports.
 */
function closeCircle(draw, { writer, head, units }, other, forms) {
  const { module } = other.writer;
  const own = writer.module;
  const done = () => {};
  const table = (own.isEsm ? importsOf(own, module, done) : requiresOf(own, module, done)).filter(
    ({ name }) => forms.test(name),
  );
  const known = writer.targets.length;
  head.push(...writeImport(draw, writer, module, table));
  writer.targets.splice(0, known);
  const uses = usesOf(writer, false).filter(({ name }) => CIRCULAR.test(name));
  if (writer.targets.length > 0) units.push(draw.choose(uses));
}

const CIRCULAR = /^use-(?:call|forward|in-turn)-/u;

/** What a module may write that is reached in a circle before it has come to its end. */
const LATE = /^(?:import|require-(?:in-place|late|once)$)/u;
const EAGER = /^require(?:-(?:in-place|late|once|kept-in-object))?$/u;

/**
 * @param {Draw} draw
 * @param {Written} one
 * @param {Written} other
 */
function callEachOther(draw, one, other) {
  const [ping, pong, run] = [draw.name('ping'), draw.name('pong'), draw.name('run')];
  const [there, here] = [draw.name('there'), draw.name('here')];
  const { isEsm } = one.writer.module;
  const step = (/** @type {string} */ own, /** @type {string} */ next) =>
    `${isEsm ? `export function ${own}` : `exports.${own} = function `}(at, n, y, cb) {\n  call(at, '${draw.label()}', n, (err, v) => {\n    if (err) return cb(err)${END}\n    if (y <= 0) return cb(null, v)${END}\n    ${next}(at, v, y - 1, cb)${END}\n  })${END}\n}${isEsm ? '' : END}`;
  const imported = (/** @type {string} */ name, /** @type {string} */ path) =>
    isEsm
      ? statement`import * as ${name} from 'own/${path}'${END}`
      : statement`const ${name} = require('own/${path}')${END}`;
  one.head.push(imported(there, other.writer.module.path));
  other.head.push(imported(here, one.writer.module.path));
  const first = unit`${step(ping, `${there}.${pong}`)}\n${isEsm ? `export function ${run}` : `exports.${run} = function `}(at, x, y, cb) {\n  ${isEsm ? ping : `exports.${ping}`}(at, x, 2, cb)${END}\n}${isEsm ? '' : END}`;
  one.units.push({
    ...first,
    production: 'calls-each-other',
    entries: [{ path: pathOf(one.writer.module, run), call: 'callback' }],
  });
  other.units.push(unit`${step(pong, `${here}.${ping}`)}`);
}

/** @param {Written} written */
const isOpen = ({ writer, units }) =>
  writer.module.isEsm ||
  units.every(({ production }) =>
    /^(?:exported-|module-exported$|defined-|object-assigned$|listed-|use-)/u.test(production),
  );

/** @param {Written} written @returns {boolean} Whether it reads what others export while it is loaded. */
const isHasty = ({ head }) =>
  head.some(({ production }) =>
    /^require-(?:destructured|member|then-taken-apart)$/u.test(production),
  );

/** @param {Draw} draw @param {Written[]} written */
function addCircles(draw, written) {
  const [one, other] = [written[0], written.at(-1)];
  const isSafe = written.every(({ writer }) => writer.classes.length === 0);
  if (one?.writer.module.isFixed && !one.writer.module.isEsm) return;
  if (!one || !other || one === other || !isSafe) return;
  if (one.writer.module.isEsm !== other.writer.module.isEsm) return;
  const isEager = isOpen(one) && !written.some(isHasty);
  if (draw.chance(30)) {
    closeCircle(draw, one, other, one.writer.module.isEsm || !isEager ? LATE : EAGER);
  }
  if (isEager && isOpen(other) && draw.chance(40)) callEachOther(draw, one, other);
}

const PATHS = [
  ['a', 'lib/a'],
  ['b', 'lib/b/index'],
  ['c', 'lib/deep/c'],
  ['d', 'lib/d'],
];

/**
 * @param {Draw} draw
 * @param {boolean} [anyTick]
 * @returns {{ header: Node, units: Node[] }}
 */
export function project(draw, anyTick = false) {
  const kind = draw.pick(['common', 'common', 'common', 'es', 'es', 'mixed']);
  const isBothKinds = kind === 'mixed';
  const count = draw.int(2, 3);
  /** @type {Written[]} */
  const written = [];
  const first = draw.int(0, 1);
  /** @param {string} stem @param {boolean} isEsm @param {boolean} isOutside @returns {Module} */
  const module = (stem, isEsm, isOutside = false, name = stem) => ({
    path: `${stem}.${isBothKinds ? (isEsm ? 'mjs' : 'cjs') : 'js'}`,
    name,
    isEsm,
    isFixed: isEsm,
    isOutside,
    offers: [],
  });
  const modules = () => written.map(({ writer }) => writer.module);
  for (const [index, [name = '', stem = '']] of PATHS.slice(first, first + count).entries()) {
    const isEsm = kind === 'es' || (isBothKinds && index > 0);
    const used = modules().filter(() => draw.chance(80));
    written.push(
      writeModule(
        draw,
        module(stem, isEsm, false, name),
        anyTick,
        (writer) => {
          const units = isEsm ? esUnits(draw, writer) : commonUnits(draw, writer);
          const table = usesOf(writer, false).filter((each) => each.when(draw));
          const isFrozen = writer.module.isFixed && !isEsm;
          if (table.length > 0 && !isFrozen && draw.chance(25)) units.push(draw.choose(table));
          return units;
        },
        used,
      ),
    );
  }
  addCircles(draw, written);
  if (draw.chance(40)) {
    const barrel = module('lib/index', kind !== 'common', false, 'index');
    const table = barrel.isEsm ? esBarrels(barrel, modules()) : commonBarrels(barrel, modules());
    const writer = writerOf(barrel, anyTick);
    written.push({ writer, head: [], units: [draw.choose(table)] });
  }
  const outside = draw.pick(['test/use', 'bin/use']);
  const isEsm = kind === 'es' || (isBothKinds && draw.chance(50));
  const all = modules();
  const reached = all.filter((each) => (each.isEsm ? isEsm : true) && draw.chance(60));
  if (reached.length > 0) {
    written.push(
      writeModule(
        draw,
        module(outside, isEsm, true, 'use'),
        anyTick,
        (writer) => {
          const table = usesOf(writer, true).filter((each) => each.when(draw));
          return table.length > 0
            ? Array.from({ length: draw.int(1, 3) }, () => draw.choose(table))
            : [];
        },
        reached,
      ),
    );
  }
  const main = all.find(({ name }) => name === 'index') ?? all.at(-1);
  const manifest = {
    name: 'own',
    main: main?.path,
    ...(kind === 'es' && { type: 'module' }),
    exports: { '.': `./${main?.path}`, './*': './*' },
    engines: { node: '>=20' },
    dependencies: { operations: '1.0.0' },
  };
  const header = sortOf('header')`${fileLine('package.json')}${JSON.stringify(manifest)}`;
  return { header, units: written.flatMap(unitsOf) };
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
    ...usesOf(writer, true),
  ].filter(({ optional }) => !optional);
})();
