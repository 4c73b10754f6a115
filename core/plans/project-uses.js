/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { UnreadUse } from '../contract/pattern.js' */
/** @import { ReExports } from './re-exports.js' */

import { readProject } from '../analysis/project.js';
import { readUnreadUse } from '../analysis/request-handlers.js';
import { resolveOwnFiles } from '../codemod/siblings.js';
import { usesOf } from './file-uses.js';
import { namedFiles } from './named-files.js';
import { placeOf } from './parsed-files.js';

/**
 * @typedef {object} FileUse
 * @property {string} file That defines what is used.
 * @property {string} keys Joined by dots; '' for the export itself.
 * @property {string | undefined} [place] Of what stands for it; undefined for a file that is only named.
 * @property {string | undefined} call The place of the call; undefined if it is not just called.
 * @property {UnreadUse | undefined} [unread] How it is used if nobody looks there at what it returns.
 */

/**
 * @param {string} path
 * @param {SourceCodeLike} sourceCode
 * @param {{ files: readonly string[], reExports: ReExports }} project
 * @returns {FileUse[]} What the file uses of the others. What it only hands on, its own users use.
 */
export function usesOfProject(path, sourceCode, { files, reExports }) {
  const context = { sourceCode, project: readProject(path) };
  const handedOn = new Set(reExports.of(path).map(({ place }) => place));
  const used = usesOf(sourceCode).filter(({ node }) => !handedOn.has(placeOf(node)));
  const uses = used.flatMap(({ name, keys, node, call }) =>
    resolveOwnFiles(path, name).map((file) => {
      const found = reExports.origin(file, keys);
      return {
        file: found.file,
        keys: found.keys.join('.'),
        place: placeOf(node),
        call: call && placeOf(call),
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
