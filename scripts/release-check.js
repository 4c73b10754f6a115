/**
 * `npm run release:check`, in the workflow that publishes: whether the tag, the version, the changelog and
 * the repository agree. Provenance is refused by npm where the last does not.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { repositoryOf } from '../rules/shared/addresses.js';

/**
 * @param {object} release
 * @param {{ version: string, repository: { url: string } }} release.manifest
 * @param {string} release.changelog
 * @param {string | undefined} release.tag Such as `v1.2.0`.
 * @param {string | undefined} release.repository Where the workflow runs, such as `OWNER/NAME`.
 * @param {string} [release.server]
 * @returns {string[]} What does not agree, with what to do.
 */
export function findDisagreements({ manifest, changelog, tag, repository, server }) {
  const { version } = manifest;
  const home = repositoryOf(manifest.repository.url);
  const runsIn = `${server ?? 'https://github.com'}/${repository}`;
  return [
    tag !== `v${version}` &&
      `The tag is ${tag ?? 'not given (GITHUB_REF_NAME)'} and package.json has the version ${version}: tag the commit v${version}.`,
    !changelog.split('\n').some((line) => line.startsWith(`## ${version}`)) &&
      `CHANGELOG.md has no section "## ${version}": turn Unreleased into it.`,
    home !== runsIn &&
      `\`repository.url\` of package.json is ${home} and this runs in ${runsIn}: set it, then run \`npm run docs\`.`,
  ].filter((fault) => fault !== false);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (/** @type {string} */ file) =>
    readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const faults = findDisagreements({
    manifest: JSON.parse(read('package.json')),
    changelog: read('CHANGELOG.md'),
    tag: process.env['GITHUB_REF_NAME'],
    repository: process.env['GITHUB_REPOSITORY'],
    ...(process.env['GITHUB_SERVER_URL'] && { server: process.env['GITHUB_SERVER_URL'] }),
  });
  for (const fault of faults) {
    console.error(fault);
  }
  process.exitCode = faults.length > 0 ? 1 : 0;
}
