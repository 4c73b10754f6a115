/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { UnreadUse } from '../../contract/pattern.js' */
/** @import { ReExports } from '../exports/re-exports.js' */

import { readString, resolveOrigin } from '../../analysis/modules/modules.js';
import { readProject } from '../../analysis/environment/project.js';
import { isTarget } from '../../analysis/modules/property-writes.js';
import { readUnreadUse } from '../../analysis/handlers/request-handlers.js';
import { resolveOwnFiles } from '../../codemod/siblings.js';
import { usesOf } from './file-uses.js';
import { namedFiles } from './named-files.js';
import { placeOf } from './parsed-files.js';

/**
 * @typedef {object} FileUse
 * @property {string} file That defines what is used.
 * @property {string} keys Joined by dots; '' for the export itself.
 * @property {string | undefined} [place] Of the expression that refers to it; undefined for a file that is only named.
 * @property {string | undefined} call The place of the call; undefined if it is not just called.
 * @property {boolean} [isWritten] Whether it is given another value there.
 * @property {UnreadUse | undefined} [unread] How it is used if nobody looks there at what it returns.
 */

/**
 * @param {string} path
 * @param {SourceCodeLike} sourceCode
 * @param {{ files: readonly string[], reExports: ReExports }} project
 * @returns {FileUse[]} The uses of the other files in the file. Exports that it only hands on are used by its own users.
 */
export function usesOfProject(path, sourceCode, { files, reExports }) {
  const context = { sourceCode, project: readProject(path) };
  const handedOn = new Set(reExports.of(path).map(({ place }) => place));
  const used = usesOf(sourceCode).filter(({ node }) => !handedOn.has(placeOf(node)));
  const uses = used.flatMap(({ name, keys, node, call }) =>
    resolveOwnFiles(path, name).map((file) => {
      const found = reExports.origin(file, [...keys, ...stubbedKeys(sourceCode, node)]);
      return {
        file: found.file,
        keys: found.keys.join('.'),
        place: placeOf(node),
        call: call && placeOf(call),
        isWritten: isTarget(node),
        unread: readUnreadUse(context, node),
      };
    }),
  );
  const named = namedFiles(sourceCode, path, {
    files,
    names: new Set(used.map(({ name }) => name)),
  });
  return [...uses, ...named.map((file) => ({ file, keys: '', call: undefined }))];
}

/** Packages that put something in the place of a member, and do nothing else with what has it. */
const STUBBING = /^(?:mm|muk|simple-mock|sinon)$/u;

/**
 *     sinon.stub(store, 'load')        mm(store, 'load', function* () { … })
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node The expression that refers to a module.
 * @returns {string[]} The one member of it that is meant, if a test replaces that one.
 */
function stubbedKeys(sourceCode, { parent, range }) {
  const [object, key] = parent?.type === 'CallExpression' ? parent.arguments : [];
  const text = object?.range === range ? readString(key) : undefined;
  const origin =
    text !== undefined && parent?.type === 'CallExpression'
      ? resolveOrigin(sourceCode, parent.callee)
      : undefined;
  return text !== undefined && origin?.kind === 'module' && STUBBING.test(origin.name)
    ? [text]
    : [];
}
