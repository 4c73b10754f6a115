import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

const require = createRequire(import.meta.url);

/**
 * @param {string} source
 * @param {number} version
 * @param {(key: string, callback: Function) => void} get
 */
function load(source, version, get) {
  const module = { exports: /** @type {any} */ ({}) };
  const requireIt = (/** @type {string} */ name) => {
    if (name === 'operations') return { get };
    return require(name === 'async' ? `async-${version}` : name);
  };
  compileFunction(source, ['module', 'exports', 'require'])(module, module.exports, requireIt);
  return module.exports;
}

/**
 * Runs a function of a module over the real library; operations end one by one, the slow ones last.
 *
 * @param {string} source
 * @param {1 | 2 | 3 | number} version
 * @param {string} name
 * @param {readonly [string, string]} given
 * @returns {Promise<{ outcome: unknown[], log: string[] }>}
 */
export async function run(source, version, name, given) {
  /** @type {string[]} */
  const log = [];
  /** @type {{ key: string, callback: Function }[]} */
  const pending = [];
  const get = (/** @type {string} */ key, /** @type {Function} */ callback) => {
    log.push(`start ${key}`);
    pending.push({ key, callback });
  };
  get.note = (/** @type {string} */ text) => log.push(text);
  /** @type {unknown[]} */
  let outcome = ['never'];
  const returned = load(source, version, get)[name](
    ...given,
    (/** @type {unknown[]} */ ...args) => {
      log.push('called back');
      outcome = args;
    },
  );
  if (returned !== undefined) log.push('returned something');
  for (let idle = 0; idle < 3;) {
    for (let turn = 0; turn < 4; turn++) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    // What is slow comes when nothing else is left.
    const index = Math.max(
      0,
      pending.findIndex(({ key }) => !key.startsWith('slow')),
    );
    const [operation] = pending.splice(index, 1);
    if (operation) {
      const { key, callback } = operation;
      log.push(`end ${key}`);
      if (key.includes('bad')) callback(new Error(key));
      else callback(null, `<${key}>`);
    } else {
      idle++;
      await new Promise((resolve) => {
        setTimeout(resolve, 2);
      });
    }
  }
  return { outcome, log };
}
