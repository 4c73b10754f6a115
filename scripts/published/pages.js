/** Pages as they are published: without what only the repository has. */

import path from 'node:path';

/** A picture: the package has none. */
const CHART = /^!\[[^\]]*\]\(\.\.\/charts\/.*\)\n\n/gmu;

/** What a page links to that the package does not have: the other pages of `docs/`. */
const LINK_OUT = /(?<!!)\[(?<text>[^\]]+)\]\((?<target>\.\.\/[\w-]+\.md)(?:#[\w-]+)?\)/gu;

/** What of the README is for who has a clone of the repository. */
const FOR_A_CLONE =
  /<details>\n<summary><b>Development<\/b><\/summary>\n[^]*?<\/details>\n\n|^## See it on real code\n[^]*?(?=^## )/gmu;

/**
 * @param {string} page Of a rule or codemod, in Markdown.
 * @returns {string} The page with names in place of links that would lead nowhere.
 */
export function onlyPublishedPage(page) {
  return page.replaceAll(CHART, '').replaceAll(LINK_OUT, (...parts) => {
    const { text = '', target = '' } = parts.at(-1);
    return `${text} (\`docs/${path.posix.basename(target)}\` of the repository)`;
  });
}

/**
 * @param {string} page The README.
 * @returns {string} The page for who has installed the package.
 */
export function onlyPublishedReadme(page) {
  return page.replaceAll(FOR_A_CLONE, '');
}
