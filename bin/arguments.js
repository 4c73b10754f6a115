import { parseArgs } from 'node:util';

import { OptionError, replacedMessage } from '../core/contract/options.js';
import { askFor } from './terminal/spelling.js';

/**
 * Reads arguments as `parseArgs` of Node does, with messages that name the option and a next step.
 *
 * @template {import('node:util').ParseArgsConfig & { options: {} }} Config
 * @param {string} command
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>>}
 * @throws {OptionError} Naming the option, and what is close to it.
 * @throws {TypeError} If an argument stands where none is taken.
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
    const option = /'(--?[\w-]+)/u.exec(message)?.[1];
    if (option !== undefined && code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
      const fault = /not take/u.test(message) ? 'takes no value' : 'needs a value, after a `=`';
      throw new OptionError(`${option} ${fault}: see \`async-perf ${command} --help\``);
    }
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || option === undefined) {
      throw error;
    }
    const replaced = replacedMessage(option.replace(/^--/u, ''));
    if (replaced !== undefined && 'trust' in config.options) {
      throw new OptionError(replaced);
    }
    const hint = askFor(
      option,
      Object.keys(config.options).map((name) => `--${name}`),
    );
    const help = `see \`async-perf ${command} --help\``;
    throw new OptionError(`there is no option '${option}'${hint || `: ${help}`}`);
  }
}
