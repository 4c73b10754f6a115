/** @import { Codemod, Conversion, SiteResult } from './convert.js' */

import { convert } from './convert.js';

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
    const conversion = convert(file, codemod, options);
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
 * @param {Conversion} conversion
 * @returns {string[]} One line for each site that was refused, or that rests on something the code
 *   does not show.
 */
export function reportLines({ sites }) {
  return sites.filter(isWorthReporting).map((site) => {
    const place = `${site.line}:${site.column}`;
    if (site.status === 'refused') {
      return `${place} refused ${site.reason}: ${site.message}. ${site.advice}`;
    }
    const terms = [
      ...site.assumes.map((id) => `assumes ${id}`),
      ...site.accepts.map((id) => `accepts ${id}`),
    ];
    return `${place} converted: ${terms.join(', ')}`;
  });
}

/**
 * @param {SiteResult} site
 * @returns {boolean}
 */
function isWorthReporting({ status, assumes, accepts }) {
  return status === 'refused' || assumes.length + accepts.length > 0;
}
