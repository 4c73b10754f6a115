/** @import { Codemod, Conversion, SiteResult } from './convert.js' */

import { holdsText } from '#project-facts';

import { SourceSyntaxError, parse } from '../source/parse.js';
import { claimsOf } from './claims.js';
import { convert } from './convert.js';
import { Places } from './places.js';

/**
 * The shape that jscodeshift calls: https://github.com/facebook/jscodeshift#transform-module.
 *
 * @callback Transform
 * @param {{ path?: string, source: string }} file
 * @param {{ report?: (message: string) => void }} [api]
 * @param {Record<string, unknown>} [options] The command line's.
 * @returns {string | undefined} The new text; undefined when nothing changed.
 */

/**
 * @param {Codemod} codemod
 * @returns {Transform}
 */
export function createTransform(codemod) {
  return function transform(file, api, options) {
    if (file.path !== undefined && /[\\/]node_modules[\\/]/u.test(file.path)) {
      return undefined;
    }
    requireText(file);
    const conversion = convertWholly(file, codemod, options);
    if (conversion.error) {
      const { message, line, column } = conversion.error;
      // jscodeshift counts a throw as the file's error and leaves the file as it is.
      throw new SyntaxError(
        `${file.path ?? 'the file'}:${line}:${column} cannot be parsed: ${message}. It was left as it is.`,
      );
    }
    for (const line of reportLines(conversion)) {
      api?.report?.(line);
    }
    return conversion.changed ? conversion.source : undefined;
  };
}

/**
 * @param {{ path?: string, source: string }} file
 * @param {Codemod} codemod
 * @param {Record<string, unknown>} [options]
 * @returns {Conversion} With all that the codemod frees for itself; a second run would change nothing.
 */
function convertWholly(file, codemod, options) {
  const first = convert(file, codemod, options);
  const places = new Places();
  let last = first;
  let { sites } = first;
  for (let { source } = file; last.changed && codemod.freedBy?.includes(codemod.name);) {
    places.add(source, last.edits);
    ({ source } = last);
    last = convert({ ...file, source }, codemod, options);
    const freed = last.sites
      .filter(({ status }) => status === 'converted')
      .map((site) => ({ ...site, ...places.origin(source, site) }));
    sites = sites.filter(
      ({ column, line, status }) =>
        status === 'converted' ||
        !freed.some((site) => site.line === line && site.column === column),
    );
    sites = [...sites, ...freed];
  }
  return last === first ? first : { ...last, sites, changed: true, source: last.source };
}

/**
 * jscodeshift reads each file as UTF-8, whatever its bytes are. A file in another encoding would not
 * survive being written.
 *
 * @param {{ path?: string, source: string }} file
 * @throws {SyntaxError} If the file holds something else.
 */
function requireText({ path, source }) {
  const isDecoded = source.includes('\uFFFD') && path !== undefined && !holdsText(path);
  if (isDecoded || (source.includes('\0') && !isProgram(source, path))) {
    throw new SyntaxError(`${path ?? 'the file'} is not UTF-8 text. It was left as it is.`);
  }
}

/**
 * @param {string} source
 * @param {string | undefined} path
 * @returns {boolean} A string may hold a NUL.
 */
function isProgram(source, path) {
  try {
    parse(source, path);
    return true;
  } catch (error) {
    if (error instanceof SourceSyntaxError) {
      return false;
    }
    throw error;
  }
}

/**
 * @param {Conversion} conversion
 * @returns {string[]} One line for each site that was refused, or that rests on something the code
 *   does not show.
 */
function reportLines({ sites }) {
  return sites.filter(isWorthReporting).map((site) => {
    const place = `${site.line}:${site.column}`;
    if (site.status === 'refused') {
      return `${place} refused ${site.reason}: ${site.message}. ${site.advice}`;
    }
    return `${place} converted: ${claimsOf(site).join('; ')}`;
  });
}

/**
 * @param {SiteResult} site
 * @returns {boolean}
 */
function isWorthReporting({ status, assumes }) {
  return status === 'refused' || assumes.length > 0;
}
