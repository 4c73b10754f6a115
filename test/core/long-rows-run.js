import { convert } from '../../core/codemod/convert.js';
import { codemodsByName } from '../codemods/all-codemods.js';
import { ROWS } from './long-rows-inputs.js';

/** Converts each row with each codemod, and prints the errors as JSON. Runs in a process with a stack of its own size. */

const LENGTH = 250;

const codemods = await codemodsByName();

/**
 * @param {string} source
 * @returns {string[]} What went wrong, by codemod.
 */
function errorsOf(source) {
  return [...codemods].flatMap(([name, codemod]) => {
    const options = { node: '22', trust: 'application', 'async-version': 2 };
    try {
      const { error } = convert({ source, path: 'row.js' }, codemod, options);
      return error ? [`${name}: ${error.message}`] : [];
    } catch (error) {
      return [`${name}: ${error}`];
    }
  });
}

const errors = Object.entries(ROWS).map(([name, write]) => [name, errorsOf(write(LENGTH))]);
process.stdout.write(JSON.stringify(Object.fromEntries(errors)));
