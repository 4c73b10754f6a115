import { createLoader } from './require.js';

const { repository, version } = createLoader(import.meta.url)('../../package.json');

/**
 * Where the project is at home. `repository` in package.json is the one place that says so: what
 * `docs/releasing.md` lists follows from it.
 */
export const REPOSITORY = repositoryOf(repository.url);

/**
 * The address of a page of this version: rules and messages link to what they were released with.
 *
 * @param {string} page Relative to `docs/`, such as `rules/no-serial-await.md`.
 * @returns {string}
 */
export function pageAddress(page) {
  return `${REPOSITORY}/blob/v${version}/docs/${page}`;
}

/**
 * @param {string} url As npm wants it: `git+https://HOST/OWNER/NAME.git`.
 * @returns {string}
 */
export function repositoryOf(url) {
  return url.replace(/^git\+/u, '').replace(/\.git$/u, '');
}
