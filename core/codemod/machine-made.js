import { readText, sizeOf } from '#project-facts';

/**
 * Files that nobody of the project writes: minified, made by a bundler for browsers, or copied from elsewhere.
 * A conversion of one is lost when it is made again, and it says nothing of how the project's own code is
 * called.
 *
 * The signs are those by which GitHub leaves files out of its statistics
 * (https://github.com/github-linguist/linguist/blob/main/docs/overrides.md#vendored-code), without what an
 * application may well call its own, such as a folder `vendor` for those who sell something.
 */

const MINIFIED_NAME = /[.-]min\.[cm]?js$/u;

/** Folders of package managers for browsers, and of what is served beside the code. */
const VENDORED =
  /(?:^|[\\/])(?:bower_components|jspm_packages|third[-_]?party|(?:assets|media|public|static|www)[\\/](?:.*[\\/])?(?:libs|vendors?))[\\/]/u;

/** Libraries for pages, as they are copied into a project: `jquery-3.7.1.js`, `bootstrap.bundle.js`. */
const COPIED =
  /(?:^|[\\/])(?:angular|backbone|bootstrap|ckeditor|d3|ember|handlebars|highcharts|jquery|knockout|modernizr|moment|mootools|prototype|require|scriptaculous|three|tinymce|underscore)(?:[-.]v?\d[\w.-]*|\.(?:bundle|core|slim|ui))\.js$/u;

/** Bytes. Shorter files are parsed in no time, and longer ones are not read in any case. */
const LEAST_SIZE = 5000;
const MOST_SIZE = 10_000_000;

/** Characters. Nobody reads such lines. */
const LONGEST_MEAN_LINE = 300;

/** How much of a text tells. */
const SAMPLE = 50_000;

/** The code that webpack, browserify and SystemJS write around modules. */
const BUNDLED =
  /\b__webpack_require__\b|\bwebpackJsonp\b|\(function\s*e\(t,n,r\)\{function s\(|\(function\(\)\{function r\(e,n,t\)\{function o\(|^System\.register\(/u;

const ELSEWHERE = 'convert what it was made from';
const MINIFIED = `minified: ${ELSEWHERE}`;

/**
 * @param {string} name The path below what was asked for: a folder that is given itself is looked at.
 * @param {string} path
 * @returns {string | undefined} Why a file is left out, and what to do; it follows the path in a sentence:
 *   `x.min.js` is not looked at: …
 */
export function describeMachineMade(name, path) {
  if (MINIFIED_NAME.test(name)) {
    return MINIFIED;
  }
  if (VENDORED.test(name) || COPIED.test(name)) {
    return 'copied from elsewhere, as its path says: give its folder to have it looked at';
  }
  const size = sizeOf(path) ?? 0;
  if (size < LEAST_SIZE || size > MOST_SIZE) {
    return undefined;
  }
  const text = readText(path).slice(0, SAMPLE);
  if (text.length / text.split('\n').length > LONGEST_MEAN_LINE) {
    return MINIFIED;
  }
  return BUNDLED.test(text) ? `made by a bundler: ${ELSEWHERE}` : undefined;
}
