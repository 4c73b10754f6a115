/** @import { Linter } from 'eslint' */

import { dirname } from 'node:path';

import { OptionError } from '../../core/contract/options.js';
import { SOURCE_EXTENSIONS } from '../../core/project/files.js';
import plugin from '../../index.js';

const { namespace } = plugin.meta;

/**
 * The settings of the project's ESLint configuration for a file.
 *
 * @typedef {object} FileConfig
 * @property {boolean} isIgnored
 * @property {Linter.RulesRecord | undefined} rules The rules of this package with their severities and
 *   options, those that are off among them; undefined if the plugin is not set up for the file.
 */

/**
 * @typedef {(file: string) => FileConfig} ProjectConfig
 */

/** @type {FileConfig} */
const NOTHING_SAID = Object.freeze({ isIgnored: false, rules: undefined });

/** @type {ProjectConfig} */
export const withoutProjectConfig = () => NOTHING_SAID;

/**
 * @param {readonly string[]} files
 * @param {typeof import('eslint').ESLint} ESLint
 * @param {string} root
 * @returns {Promise<ProjectConfig>}
 * @throws {OptionError} If there is a configuration that cannot be read.
 */
export async function readProjectConfig(files, ESLint, root) {
  // Files that no configuration speaks of are checked too: only what is ignored is left out.
  const overrideConfig = [{ files: [`**/*.{${SOURCE_EXTENSIONS.join(',')}}`] }];
  const eslint = new ESLint({ cwd: root, overrideConfig });
  /** @type {Map<string, FileConfig>} */
  const known = new Map();
  /** @type {Set<string>} Directories of files for which there is no configuration. */
  const unconfigured = new Set();
  for (const file of files) {
    if (!unconfigured.has(dirname(file))) {
      known.set(file, await readFor(file));
    }
  }
  return (file) => known.get(file) ?? NOTHING_SAID;

  /**
   * @param {string} file
   * @returns {Promise<FileConfig>}
   * @throws {OptionError}
   */
  async function readFor(file) {
    try {
      return describe(await eslint.calculateConfigForFile(file));
    } catch (error) {
      if (/** @type {{ messageTemplate?: string }} */ (error).messageTemplate === MISSING) {
        unconfigured.add(dirname(file));
        return NOTHING_SAID;
      }
      throw new OptionError(
        `the ESLint configuration cannot be read (${reasonOf(error)}): mend it, or give --no-config-lookup to check without it`,
      );
    }
  }
}

const MISSING = 'config-file-missing';

/** @type {WeakMap<object, FileConfig>} ESLint makes one configuration for all files that it is the same for. */
const described = new WeakMap();

/**
 * @param {Linter.Config | undefined} config As ESLint computes it; undefined for an ignored file.
 * @returns {FileConfig}
 */
function describe(config) {
  if (config === undefined) {
    return { isIgnored: true, rules: undefined };
  }
  const seen = described.get(config);
  if (seen) {
    return seen;
  }
  const rules = Object.entries(config.rules ?? {}).filter(
    ([id]) => id.startsWith(`${namespace}/`) && id.slice(namespace.length + 1) in plugin.rules,
  );
  const isSetUp = config.plugins?.[namespace] !== undefined;
  const own = /** @type {Linter.RulesRecord} */ (Object.fromEntries(rules));
  const said = { isIgnored: false, rules: isSetUp ? own : undefined };
  described.set(config, said);
  return said;
}

/** @param {unknown} error */
function reasonOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? message;
}
