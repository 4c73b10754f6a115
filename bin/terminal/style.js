import { styleText } from 'node:util';

/**
 * @typedef {Parameters<typeof styleText>[0]} Style
 * @typedef {(style: Style, text: string) => string} Paint
 */

/**
 * @param {{ isTTY?: boolean | undefined }} stream Where the text goes.
 * @param {Readonly<Record<string, string | undefined>>} [environment]
 * @returns {boolean} Whether to colour it: `NO_COLOR` and `FORCE_COLOR` win over what the stream is.
 */
export function hasColors({ isTTY }, environment = process.env) {
  if (environment['NO_COLOR']) {
    return false;
  }
  const forced = environment['FORCE_COLOR'];
  return forced === undefined ? Boolean(isTTY) && environment['TERM'] !== 'dumb' : forced !== '0';
}

/**
 * @param {{ isTTY?: boolean | undefined }} stream
 * @returns {Paint} Gives the text as it is where the stream takes no colours.
 */
export function createPaint(stream) {
  return hasColors(stream)
    ? // The stream was judged above; Node would judge it again, by rules that differ by version.
      (style, text) => styleText(style, text, { validateStream: false })
    : (_, text) => text;
}
