import { parseArgs } from 'node:util';

import { OBLIGATION_IDS } from '../core/contract/obligations.js';
import { OptionError, REPLACED_OPTIONS, replacedMessage } from '../core/contract/options.js';
import { askFor } from './terminal/spelling.js';

/**
 * As `parseArgs` of Node, whose message for an unknown option leads astray.
 *
 * @template {import('node:util').ParseArgsConfig & { options: {} }} Config
 * @param {string} command
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>>}
 * @throws {OptionError} Naming the option, and what is close to it.
 * @throws {TypeError} Of an option that is used otherwise than it can be.
 */
export function readArguments(command, config) {
  try {
    const { tokens = [] } = parseArgs({ ...config, tokens: true });
    const values = tokens.flatMap((token) =>
      token.kind === 'option' && token.value !== undefined ? [token.name] : [],
    );
    const twice = values.find((name, index) => values.indexOf(name) < index);
    if (twice !== undefined) {
      throw new OptionError(`--${twice} is there twice: give it once`);
    }
    return parseArgs(config);
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    const option = /'([^']+)'/u.exec(message)?.[1];
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || option === undefined) {
      throw error;
    }
    const replaced = replacementOf(option.replace(/^--/u, ''));
    if (replaced !== undefined && 'trust' in config.options) {
      throw new OptionError(replaced);
    }
    const names = Object.keys(config.options).map((name) => `--${name}`);
    throw new OptionError(
      `there is no option '${option}'${askFor(option, names) || ':'} \`async-perf ${command} --help\` tells them`,
    );
  }
}

/**
 * @param {string} name Of an option that there is not.
 * @returns {string | undefined} What took its place.
 */
function replacementOf(name) {
  if (Object.hasOwn(REPLACED_OPTIONS, name)) {
    return replacedMessage(name);
  }
  const obligation = OBLIGATION_IDS.find((id) => name === `no-${id}`);
  return obligation && `--${name} was replaced: write --refuse=${obligation}`;
}
