/** @import { Pattern, PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { dirname, relative, resolve } from '#project-facts';

import { oncePerFile } from '../syntax/facts.js';
import { globalReferences, moduleScope } from '../syntax/scopes.js';
import { resolveOrigin } from '../modules/modules.js';
import { nodesOfType } from '../syntax/nodes.js';

/**
 * Files of Cypress. A command such as `cy.get()` is queued and is no promise, though it has a `then`, and
 * so is what a helper returns that ends with one: nothing tells it from a promise where it is called. A
 * test or a custom command that becomes async mixes promises with commands, which Cypress answers with
 * an error.
 *
 * @see https://docs.cypress.io/app/core-concepts/introduction-to-cypress#Commands-Are-Not-Promises
 */

const CYPRESS_PATH = /(?:^|[\\/])cypress[\\/]|\.cy\.[cm]?[jt]sx?$/u;

const NAMES = ['cy', 'Cypress'];

/**
 * @param {Pick<PatternContext, 'namesCypress' | 'path' | 'project' | 'sourceCode'>} context
 * @returns {string | undefined} What makes the file one of Cypress: its path, a name or an import.
 */
export function cypressSign(context) {
  const { namesCypress, path, project, sourceCode } = context;
  const inside =
    path === undefined || project.manifest === undefined
      ? path
      : relative(dirname(project.manifest), resolve(path));
  const [place] = CYPRESS_PATH.exec(inside ?? '') ?? [];
  if (place !== undefined) {
    return `\`${place}\` in its path`;
  }
  const name = nameIn(sourceCode);
  if (name !== undefined || namesCypress === undefined) {
    return name;
  }
  const helper = importsOf(sourceCode).find((specifier) => namesCypress(specifier));
  return helper === undefined ? undefined : `the import of \`${helper}\``;
}

/** @type {(sourceCode: SourceCodeLike) => string | undefined} */
const nameIn = oncePerFile((sourceCode) => {
  const used = NAMES.find((each) => globalReferences(sourceCode, each).length > 0);
  if (used !== undefined) {
    return `\`${used}\``;
  }
  return importsOf(sourceCode).includes('cypress') ? '`cypress`' : undefined;
});

/** @type {(sourceCode: SourceCodeLike) => readonly string[]} The modules that its variables come from. */
const importsOf = oncePerFile((sourceCode) => {
  const imported = nodesOfType(sourceCode, 'ImportDeclaration').map(({ source }) => source.value);
  const required = moduleScope(sourceCode).variables.flatMap(({ defs: [definition] }) => {
    const origin = definition && resolveOrigin(sourceCode, definition.name);
    return origin?.kind === 'module' ? [origin.name] : [];
  });
  return [...new Set([...imported, ...required])];
});

/**
 * @param {PatternContext} context
 * @param {Pick<Pattern, 'name'>} pattern
 * @returns {Refusal | undefined} Why no site of the pattern is rewritten: the file is one of Cypress. Chains
 *   that are shown to be native are; their pattern asks itself.
 */
export function refuseInCypress(context, { name }) {
  const sign = name === 'promise-chain' ? undefined : cypressSign(context);
  return sign === undefined ? undefined : { reason: 'cypress-file', subject: sign };
}
