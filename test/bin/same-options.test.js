import { expect, it } from 'vitest';

import { codemod } from '../../codemods/promise-chain-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { migrate, project } from './projects.js';

const SOURCE = 'function load() { return get().then((value) => value.id); }\n';

/** Each with a value that it does not take. */
const OPTIONS = [
  ['accept', 'nothing-such'],
  ['api', 'other'],
  ['async-version', '9'],
  ['callbacks', '?'],
  ['node', 'old'],
  ['promises', '?'],
  ['refuse', 'nothing-such'],
  ['thenables', '?'],
  ['trust', 'blind'],
];

it.each(OPTIONS)('a codemod under jscodeshift takes --%s as migrate does', (name, value) => {
  /** @type {string | undefined} */
  let message;
  try {
    convert({ path: 'a.js', source: SOURCE }, codemod, { [name]: value });
  } catch (error) {
    ({ message } = /** @type {Error} */ (error));
  }
  expect(message).toContain(`--${name}=${value}`);
  const { status, stderr } = migrate(project({ 'a.js': SOURCE }), `--${name}=${value}`);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});
