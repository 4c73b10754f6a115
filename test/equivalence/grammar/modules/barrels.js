import { production } from '../draw.js';
import { END, commas, joined, statement, unit } from '../tree.js';
import { specifier } from './imports.js';
import { pathOf } from './offers.js';

/**
 * Modules that only hand on what others export.
 *
 * @import { Draw, Production } from '../draw.js'
 * @import { Node } from '../tree.js'
 * @import { Module, Offer } from './offers.js'
 */

/**
 * @param {Module} barrel Gets the offers.
 * @param {Offer[]} offers
 * @param {Node} node
 * @param {boolean} [isHidden] Whether a plan does not see where they come from.
 * @returns {Node}
 */
function handedOn(barrel, offers, node, isHidden = false) {
  barrel.offers.push(...offers.map((each) => ({ ...each, isHidden: isHidden || each.isHidden })));
  const entries = offers.flatMap(({ key, kind }) => {
    const path = pathOf(barrel, key);
    const method = { class: '.prototype.get', instance: '.get', function: '', taker: undefined };
    return method[kind] === undefined
      ? []
      : [{ path: path + method[kind], call: /** @type {const} */ ('callback') }];
  });
  return { ...node, entries };
}

/** @param {Offer[]} offers @returns {Offer[]} */
const named = (offers) => offers.filter(({ key }) => /^\w+$/u.test(key));

/** @param {Module[]} modules @returns {Offer[]} Under the names of their modules. */
const nested = (modules) =>
  modules.flatMap((module) =>
    module.offers.map((offer) => ({
      ...offer,
      key: [module.name, offer.key].filter(Boolean).join('.'),
    })),
  );

/** @param {Module} barrel @param {Module[]} modules @returns {Production[]} */
export const commonBarrels = (barrel, modules) => {
  /** @param {Draw} draw @param {Module} to */
  const required = (draw, to) => `require(${specifier(draw, barrel, to)})`;
  const every = modules.flatMap(({ offers }) => named(offers));
  const when = () => every.length > 0;
  const traits = { bystander: true, when };
  /** @param {Draw} draw @param {(draw: Draw, to: Module) => Node} write */
  const ofEach = (draw, write) =>
    joined(modules.filter(({ offers }) => named(offers).length > 0).map((to) => write(draw, to)));
  return [
    production(
      'barrel-of-modules',
      5,
      (draw) => {
        const items = modules.map((to) => statement`${to.name}: ${required(draw, to)}`);
        return handedOn(barrel, nested(modules), unit`module.exports = { ${commas(items)} }${END}`);
      },
      { bystander: true },
    ),
    production(
      'barrel-of-one',
      2,
      (draw) => {
        const to = draw.pick(modules);
        return handedOn(barrel, to.offers, unit`module.exports = ${required(draw, to)}${END}`);
      },
      { bystander: true },
    ),
    production(
      'barrel-of-members',
      5,
      (draw) => {
        if (draw.chance(60)) {
          const node = ofEach(draw, (_, to) =>
            together(
              named(to.offers).map(
                ({ key }) => statement`\nexports.${key} = ${required(draw, to)}.${key}${END}`,
              ),
            ),
          );
          return handedOn(barrel, every, unit`// What others use.${node}`);
        }
        const names = new Map(modules.map((to) => [to, draw.name(to.name)]));
        const heads = modules.map(
          (to) => statement`const ${names.get(to) ?? ''} = ${required(draw, to)}${END}\n`,
        );
        const items = modules.flatMap((to) =>
          named(to.offers).map(({ key }) => statement`${key}: ${names.get(to) ?? ''}.${key}`),
        );
        const list = unit`${joined(heads)}module.exports = { ${commas(items)} }${END}`;
        return handedOn(barrel, every, list);
      },
      traits,
    ),
    production(
      'barrel-copied',
      4,
      (draw) => {
        const how = draw.pick(['spread', 'assigned', 'loop']);
        if (how === 'spread') {
          const items = ofEach(draw, (_, to) => statement`\n  ...${required(draw, to)},`);
          return handedOn(barrel, every, unit`module.exports = {${items}\n}${END}`, true);
        }
        const target = draw.pick(['exports', 'module.exports']);
        const node = ofEach(draw, (_, to) => {
          const all = draw.name('all');
          return how === 'loop'
            ? statement`\nconst ${all} = ${required(draw, to)}${END}\nfor (const key in ${all}) exports[key] = ${all}[key]${END}`
            : statement`\nObject.assign(${target}, ${required(draw, to)})${END}`;
        });
        return handedOn(barrel, every, unit`// What others use.${node}`, true);
      },
      traits,
    ),
    production(
      'barrel-of-getters',
      4,
      (draw) => {
        barrel.isFixed = true;
        const items = ofEach(draw, (_, to) =>
          together(
            named(to.offers).map(
              ({ key }) =>
                statement`\n  get ${key}() {\n    return ${required(draw, to)}.${key}${END}\n  },`,
            ),
          ),
        );
        return handedOn(barrel, every, unit`module.exports = {${items}\n}${END}`, true);
      },
      traits,
    ),
    production(
      'barrel-of-wrappers',
      1,
      (draw) => {
        const functions = every.filter(({ kind }) => kind === 'function');
        const node = ofEach(draw, (_, to) =>
          together(
            named(to.offers)
              .filter(({ kind }) => kind === 'function')
              .map(({ key }) =>
                draw.pick([
                  statement`\nexports.${key} = function (at, x, y, cb) {\n  return ${required(draw, to)}.${key}(at, x, y, cb)${END}\n}${END}`,
                  statement`\nexports.${key} = (...args) => ${required(draw, to)}.${key}(...args)${END}`,
                ]),
              ),
          ),
        );
        return handedOn(barrel, functions, unit`// What others use.${node}`, true);
      },
      { optional: true, when },
    ),
  ];
};

/** @param {Module} barrel @param {Module[]} modules @returns {Production[]} */
export const esBarrels = (barrel, modules) => {
  /** @param {Draw} draw @param {Module} to */
  const id = (draw, to) => specifier(draw, barrel, to, false);
  const withNames = () => modules.filter(({ isEsm, offers }) => isEsm && named(offers).length > 0);
  const every = () => withNames().flatMap(({ offers }) => named(offers));
  const traits = { bystander: true, when: () => every().length > 0 };
  /** @param {(to: Module) => Node} write */
  const ofEach = (write) => joined(withNames().map(write));
  return [
    production(
      'export-all',
      4,
      (draw) => {
        const node = ofEach((to) => statement`\nexport * from ${id(draw, to)}${END}`);
        return handedOn(barrel, every(), unit`// What others use.${node}`);
      },
      traits,
    ),
    production(
      'export-from',
      4,
      (draw) => {
        /** @type {Offer[]} */
        const offers = [];
        const node = ofEach((to) => {
          const items = named(to.offers).map((offer) => {
            const key = draw.chance(40) ? draw.name('other') : offer.key;
            offers.push({ ...offer, key });
            return key === offer.key ? key : `${offer.key} as ${key}`;
          });
          return statement`\nexport { ${items.join(', ')} } from ${id(draw, to)}${END}`;
        });
        return handedOn(barrel, offers, unit`// What others use.${node}`);
      },
      traits,
    ),
    production(
      'export-of-imports',
      3,
      (draw) => {
        const node = ofEach((to) => {
          const items = named(to.offers)
            .map(({ key }) => key)
            .join(', ');
          return statement`\nimport { ${items} } from ${id(draw, to)}${END}\nexport { ${items} }${END}`;
        });
        return handedOn(barrel, every(), unit`// What others use.${node}`);
      },
      traits,
    ),
    production(
      'export-namespaces',
      2,
      (draw) => {
        const [own, others] = [
          modules.filter(({ isEsm }) => isEsm),
          modules.filter(({ isEsm }) => !isEsm),
        ];
        const heads = [
          ...own.map((to) => statement`\nexport * as ${to.name} from ${id(draw, to)}${END}`),
          ...others.map(
            (to) => statement`\nexport { default as ${to.name} } from ${id(draw, to)}${END}`,
          ),
        ];
        const offers = nested(modules).map((offer) => {
          const isWhole = own.some(({ name }) => name === offer.key);
          return isWhole ? { ...offer, key: `${offer.key}.default` } : offer;
        });
        return handedOn(barrel, offers, unit`// What others use.${joined(heads)}`);
      },
      { bystander: true },
    ),
  ];
};

/** @param {Node[]} nodes @returns {Node} */
const together = (nodes) => statement`${joined(nodes)}`;
