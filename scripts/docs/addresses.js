import { REPOSITORY, repositoryOf } from '../../rules/shared/addresses.js';

/**
 * @param {string} text Of package.json.
 * @returns {string} With the addresses that follow from its `repository`.
 */
export function withHome(text) {
  const manifest = JSON.parse(text);
  const home = repositoryOf(manifest.repository.url);
  return JSON.stringify({ ...manifest, homepage: `${home}#readme`, bugs: `${home}/issues` });
}

/**
 * @param {string} page With a recipe for pre-commit.
 * @param {string} version
 * @returns {string} With the recipe that installs this version from its repository.
 */
export function withAddresses(page, version) {
  return page
    .replace(/^( *- repo: ).*$/mu, `$1${REPOSITORY}`)
    .replace(/^( *rev: ).*$/mu, `$1v${version}`);
}
