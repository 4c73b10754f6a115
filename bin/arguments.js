import { parseArgs } from 'node:util';

import { OptionError } from '../core/contract/options.js';
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
    const names = Object.keys(config.options).map((name) => `--${name}`);
    throw new OptionError(
      `there is no option '${option}'${askFor(option, names) || ':'} \`async-perf ${command} --help\` tells them`,
    );
  }
}
