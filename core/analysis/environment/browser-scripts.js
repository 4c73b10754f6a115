/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { resolve } from '#project-facts';

import { oncePerFile } from '../syntax/facts.js';
import { isEsModule } from '../modules/modules.js';
import { globalReferences } from '../syntax/scopes.js';

/** The names that Node gives to each file. */
const NODE_NAMES = ['module', 'exports', 'require', 'process', 'global', '__dirname', '__filename'];

/** The names that browsers give to each file. */
const BROWSER_NAMES = ['window', 'document', 'navigator'];

/**
 * @param {Pick<PatternContext, 'path' | 'project' | 'sourceCode'>} context
 * @returns {string | undefined} What says that the file also runs where there is no `require`, or no
 *   module of Node's, if anything does.
 */
export function browserSign({ path, project, sourceCode }) {
  const file = path === undefined ? '' : resolve(path);
  return project.browserFiles?.some((each) => file === each || file.startsWith(`${each}.`))
    ? '`browser` of package.json'
    : signIn(sourceCode);
}

/**
 *     if (typeof define === 'function' && define.amd) define([], factory);
 *     else if (typeof module === 'object') module.exports = factory();
 *
 * @type {(sourceCode: SourceCodeLike) => string | undefined}
 */
const signIn = oncePerFile((sourceCode) => {
  const usesOf = (/** @type {readonly string[]} */ names) =>
    names.flatMap((name) => globalReferences(sourceCode, name));
  const uses = usesOf(NODE_NAMES);
  const asked = [...uses, ...usesOf(BROWSER_NAMES)].find(
    ({ parent }) => parent?.type === 'UnaryExpression' && parent.operator === 'typeof',
  );
  if (asked) {
    return `typeof ${asked.name}`;
  }
  if (globalReferences(sourceCode, 'define').length > 0) {
    return 'define';
  }
  return uses.length > 0 || isEsModule(sourceCode) ? undefined : 'a script of its own';
});

/** The globals that only pages and their workers have. */
const PAGE_NAMES = [
  ...BROWSER_NAMES,
  'FileReader',
  'XMLHttpRequest',
  'chrome',
  'localStorage',
  'self',
  'sessionStorage',
];

/** The packages that components are made with. */
const VIEW =
  /(?:\bfrom|\brequire\()\s*['"](?:@angular\/core|mobx-react|preact|react|react-dom|react-redux|vue)['"]/u;

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the file makes components or uses a global that only a browser has. A file that
 *   tests for it first may run in Node too.
 */
export const isOfPage = oncePerFile(
  (sourceCode) =>
    (VIEW.test(sourceCode.text) && !/react-dom\/server/u.test(sourceCode.text)) ||
    PAGE_NAMES.some((name) =>
      globalReferences(sourceCode, name).some(
        ({ parent }) => !(parent?.type === 'UnaryExpression' && parent.operator === 'typeof'),
      ),
    ),
);
