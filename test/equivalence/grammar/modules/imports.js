import { posix } from 'node:path';
import { production } from '../draw.js';
import { END, statement } from '../tree.js';

/**
 * How a module gets at what others export, and calls it.
 *
 * @import { Draw, Production } from '../draw.js'
 * @import { Node } from '../tree.js'
 * @import { Module, Offer, Target, Writer } from './offers.js'
 *
 * @typedef {object} Import
 * @property {Node} node
 * @property {(key: string) => string} textOf What is exported under a key.
 * @property {string} [object] The exports, if their members may be given other values.
 */

/** @param {Module} module */
const isNamed = ({ offers }) => offers.length > 0 && offers.every(({ key }) => /^\w+$/u.test(key));

/** @param {Module} module */
const hasDefault = ({ offers }) => offers.some(({ key }) => /^(?:default\b|$)/u.test(key));

/** @param {string} object @returns {Import['textOf']} */
const memberOf = (object) => (key) => [object, key].filter(Boolean).join('.');

/**
 * @param {Draw} draw
 * @param {Module} from
 * @param {Module} to
 * @param {boolean} [isRequired]
 * @returns {string} A name for the module, in quotes.
 */
export function specifier(draw, from, to, isRequired = true) {
  const relative = posix.relative(posix.dirname(from.path), to.path);
  const path = relative.startsWith('.') ? relative : `./${relative}`;
  const own = `own/${to.path}`;
  const isMain = to.path === 'lib/index.js';
  const short = path.replace(/(?:\/index)?\.[cm]?js$/u, '');
  const directory = posix.dirname(path);
  const names = [
    path,
    ...(draw.chance(30) ? [isMain ? 'own' : own] : []),
    ...(isRequired && !path.endsWith('.mjs')
      ? [short === '.' ? './' : short, path.endsWith('/index.js') ? `${directory}/` : path]
      : []),
  ];
  return `'${draw.pick(names)}'`;
}

/**
 * Each gives what it has written to `done`.
 *
 * @param {Module} from
 * @param {Module} to
 * @param {(made: Import) => void} done
 * @returns {Production[]}
 */
export const requiresOf = (from, to, done) => {
  /** @param {Node} node @param {Import['textOf']} textOf @param {string} [object] */
  const made = (node, textOf, object) => {
    done({ node, textOf, ...(object !== undefined && !to.isFixed && { object }) });
    return node;
  };
  /** @param {Draw} draw */
  const drawn = (draw) => ({ name: draw.name(to.name), id: specifier(draw, from, to) });
  /** @param {(draw: Draw, name: string, id: string) => Node} write @returns {(draw: Draw) => Node} */
  const object = (write) => (draw) => {
    const { name, id } = drawn(draw);
    return made(write(draw, name, id), memberOf(name), name);
  };
  /** @type {Production['when']} */
  const when = () => isNamed(to);
  const traits = { bystander: true };
  return [
    production(
      'require',
      8,
      object(
        (draw, name, id) =>
          statement`${draw.pick(['const', 'var', 'let'])} ${name} = require(${id})${END}`,
      ),
      traits,
    ),
    production(
      'require-destructured',
      5,
      (draw) => {
        const { id } = drawn(draw);
        const names = new Map(
          to.offers.map(({ key }) => [key, draw.name(draw.chance(70) ? `${key}_` : 'f')]),
        );
        const items = [...names].map(([key, name]) => `${key}: ${name}`).join(', ');
        const node = statement`const { ${items} } = require(${id})${END}`;
        return made(node, (key) => names.get(key) ?? key);
      },
      { ...traits, when },
    ),
    production(
      'require-member',
      3,
      (draw) => {
        const { id } = drawn(draw);
        const names = new Map(to.offers.map(({ key }) => [key, draw.name('f')]));
        const each = [...names].map(([key, name]) => `const ${name} = require(${id}).${key}${END}`);
        return made(statement`${each.join('\n')}`, (key) => names.get(key) ?? key);
      },
      { ...traits, when },
    ),
    production(
      'require-in-place',
      3,
      (draw) => {
        const { id } = drawn(draw);
        return made(statement`// ${draw.name('late')}`, memberOf(`require(${id})`));
      },
      traits,
    ),
    production(
      'require-late',
      3,
      (draw) => {
        const { name, id } = drawn(draw);
        return made(
          statement`function ${name}() {\n  return require(${id})${END}\n}`,
          memberOf(`${name}()`),
        );
      },
      traits,
    ),
    production(
      'require-once',
      2,
      (draw) => {
        const { name, id } = drawn(draw);
        const kept = draw.name('kept');
        const node = statement`let ${kept}${END}\nconst ${name} = () => ${kept} || (${kept} = require(${id}))${END}`;
        return made(node, memberOf(`${name}()`));
      },
      traits,
    ),
    production(
      'require-conditional',
      2,
      object((draw, name, id) => {
        const other = draw.pick(['null', '{}']);
        return statement`const ${name} = typeof process === 'object' ? require(${id}) : ${other}${END}`;
      }),
      traits,
    ),
    production(
      'require-assigned',
      2,
      object((draw, name, id) => {
        const [one, other] = draw.pick([
          ['if (!true) ', ''],
          ['', ''],
        ]);
        return statement`let ${name}${END}\n${other}${one}${name} = null${END}\n${name} = require(${id})${END}`;
      }),
      traits,
    ),
    production(
      'require-tried',
      1,
      object(
        (_, name, id) =>
          statement`let ${name}${END}\ntry {\n  ${name} = require(${id})${END}\n} catch (e) {\n  ${name} = {}${END}\n}`,
      ),
      traits,
    ),
    production(
      'require-kept-in-object',
      2,
      (draw) => {
        const { name, id } = drawn(draw);
        const object = `${name}.${to.name}`;
        const node = statement`const ${name} = { ${to.name}: require(${id}) }${END}`;
        return made(node, memberOf(object), object);
      },
      traits,
    ),
    production(
      'require-made-up',
      1,
      object((draw, name) => {
        const path = posix.relative(posix.dirname(from.path), to.path);
        const [head, tail] = [path.slice(0, -4), path.slice(-4)];
        const id = draw.pick([
          `'./${head}' + '${tail}'`,
          `require('path').posix.join('.', __dirname, '${path}')`,
          `\`./\${'${head}'}${tail}\``,
        ]);
        return statement`const ${name} = require(${id})${END}`;
      }),
      traits,
    ),
    production(
      'require-then-taken-apart',
      2,
      (draw) => {
        const { name, id } = drawn(draw);
        const names = new Map(to.offers.map(({ key }) => [key, draw.name('f')]));
        const items = [...names].map(([key, own]) => `${key}: ${own}`).join(', ');
        const node = statement`const ${name} = require(${id})${END}\nconst { ${items} } = ${name}${END}`;
        return made(node, (key) => names.get(key) ?? key);
      },
      { ...traits, when },
    ),
    production(
      'require-wrapped',
      1,
      (draw) => {
        const { name, id } = drawn(draw);
        const names = new Map(to.offers.map(({ key }) => [key, draw.name('f')]));
        const each = [...names].map(
          ([key, own]) => `const ${own} = (...args) => ${name}.${key}(...args)${END}`,
        );
        const node = statement`const ${name} = require(${id})${END}\n${each.join('\n')}`;
        return made(node, (key) => names.get(key) ?? key);
      },
      { ...traits, when: () => isNamed(to) && to.offers.every(({ kind }) => kind === 'function') },
    ),
  ];
};

/**
 * @param {Module} from
 * @param {Module} to
 * @param {(made: Import) => void} done
 * @returns {Production[]}
 */
export const importsOf = (from, to, done) => {
  const { isEsm } = to;
  /** @param {Node} node @param {Import['textOf']} textOf */
  const made = (node, textOf) => {
    done({ node, textOf });
    return node;
  };
  /** @param {Draw} draw */
  const id = (draw) => specifier(draw, from, to, false);
  const names = () => to.offers.map(({ key }) => key).filter((key) => /^\w+$/u.test(key));
  /** @param {string} name @returns {Import['textOf']} */
  const spaceOf = (name) => (key) =>
    `${name}.${key === '' || !isEsm ? `default${key && `.${key}`}` : key}`;
  const traits = { bystander: true };
  return [
    production(
      'import-named',
      6,
      (draw) => {
        const all = new Map(names().map((key) => [key, draw.chance(50) ? key : draw.name('f')]));
        const items = [...all].map(([key, name]) => (key === name ? key : `${key} as ${name}`));
        return made(
          statement`import { ${items.join(', ')} } from ${id(draw)}${END}`,
          (key) => all.get(key) ?? key,
        );
      },
      { ...traits, when: () => isEsm && isNamed(to) },
    ),
    production(
      'import-namespace',
      5,
      (draw) => {
        const name = draw.name(to.name);
        return made(statement`import * as ${name} from ${id(draw)}${END}`, spaceOf(name));
      },
      traits,
    ),
    production(
      'import-default',
      5,
      (draw) => {
        const name = draw.name(to.name);
        const text = draw.pick([`${name}`, `{ default as ${name} }`]);
        return made(statement`import ${text} from ${id(draw)}${END}`, (key) =>
          memberOf(name)(key.replace(/^default\./u, '')),
        );
      },
      {
        ...traits,
        when: () =>
          !isEsm || (hasDefault(to) && to.offers.every(({ key }) => /^(?:default\b|$)/u.test(key))),
      },
    ),
    production(
      'import-default-and-named',
      3,
      (draw) => {
        const name = draw.name(to.name);
        const own = names().join(', ');
        return made(statement`import ${name}, { ${own} } from ${id(draw)}${END}`, (key) =>
          /^(?:default\b|$)/u.test(key) ? memberOf(name)(key.replace(/^default\.?/u, '')) : key,
        );
      },
      { ...traits, when: () => isEsm && hasDefault(to) && names().length > 0 },
    ),
  ];
};

/** @param {Target} target @returns {boolean} Whether it may be given to what does not know it. */
export const isTask = ({ when, isLoose, isMethod }) => when === 'later' && !isLoose && !isMethod;

/** What a plan of the project cannot follow to the file. */
const HIDDEN = /^require-(?:late|once|conditional|assigned|tried|kept-in-object|made-up|wrapped)$/u;

/**
 * @param {Draw} draw
 * @param {Writer} writer
 * @param {Module} to
 * @param {Production[]} [table]
 * @returns {Node[]} What stands at the top of the file.
 */
export function writeImport(draw, writer, to, table) {
  /** @type {Import | undefined} */
  let made;
  const done = (/** @type {Import} */ each) => void (made = each);
  const from = writer.module;
  const productions = from.isEsm ? importsOf(from, to, done) : requiresOf(from, to, done);
  const node = draw.choose(
    table
      ? productions.filter(({ name }) => table.some((each) => each.name === name))
      : productions,
  );
  const isHidden = HIDDEN.test(node.production);
  const more = made ? learn(draw, writer, to, made, isHidden) : [];
  return [node, ...more];
}

/**
 * @param {Draw} draw
 * @param {Writer} writer Gets names for what the import gives.
 * @param {Module} to
 * @param {Import} made
 * @param {boolean} isHidden
 * @returns {Node[]} What the file makes of it at once.
 */
function learn(draw, writer, to, { textOf, object }, isHidden) {
  const { names, module, targets, takers, objects, classes } = writer;
  /** @type {Node[]} */
  const more = [];
  /** @param {string} text @param {Offer} offer @param {boolean} isMethod */
  const target = (text, { when, isLoose, isHidden: isUnknown }, isMethod) => {
    const isOdd = isLoose || when === 'throws';
    if (isOdd && (isHidden || isUnknown) && !module.isOutside) return;
    targets.push({ text, when, isLoose, isMethod });
    if (when !== 'throws') names[when].push(text);
    if (isLoose) names.loose.add(text);
  };
  for (const offer of to.offers) {
    const { key, kind } = offer;
    const text = textOf(key);
    if (kind === 'function') target(text, offer, false);
    else if (kind === 'taker') takers.push(text);
    else if (kind === 'instance') target(`${text}.get`, offer, true);
    else {
      const made = `new ${text.includes('(') ? `(${text})` : text}()`;
      classes.push(text);
      if (draw.chance(60)) {
        const name = draw.name('store');
        // A class of a module that is still being loaded is not there yet.
        const isLate = /\(\)/u.test(text);
        more.push(
          statement`${isLate ? `const ${name} = () => ${made}` : `const ${name} = ${made}`}${END}`,
        );
        target(isLate ? `${name}().get` : `${name}.get`, offer, true);
      } else target(`(${made}).get`, offer, true);
    }
  }
  const later = targets.filter((each) => isTask(each));
  for (const taker of takers) {
    const [task] = later.length > 0 ? [draw.pick(later)] : [];
    if (task) names.later.push(`${taker}(at, ${task.text}, 1, `);
  }
  const keys = to.offers.flatMap(({ key, kind }) =>
    kind === 'function' && /^\w+$/u.test(key) ? [key] : [],
  );
  if (object !== undefined && keys.length > 0) objects.push({ text: object, keys });
  return more;
}
