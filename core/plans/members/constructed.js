/** @import { ProjectFile } from '../../codemod/convert.js' */

import { readText } from '#project-facts';

import { projectFilesOf } from '../files/project-files.js';

/**
 * Names that stand where only a constructor does: `new exports.Plain()`, `x instanceof Plain`,
 * `class Own extends Plain`, `Reflect.construct(Plain, [])`, `Plain.prototype`, `inherits(Own, Plain)`.
 */
const CONSTRUCTED = [
  /\b(?:new|instanceof|extends)\s+([\w$.]+)/gu,
  /\bReflect\.construct\(\s*([\w$.]+)/gu,
  /\binherits\(\s*[\w$.]+\s*,\s*([\w$.]+)/gu,
  /\b(\w+)(?=\.prototype\b)/gu,
];

/**
 * @param {readonly ProjectFile[]} files The files that are converted.
 * @returns {(name: string, isFile?: boolean) => boolean} Whether any file of the project, a test perhaps, uses
 *   something of the name as a constructor. The export of a file counts under the file's name, in any case of letters.
 */
export function constructedInProject(files) {
  /** @type {Set<string> | undefined} */
  let constructed;
  /** @type {Set<string> | undefined} */
  let lowerCase;
  return (name, isFile = false) => {
    constructed ??= new Set(readConstructed(files));
    if (!isFile) {
      return constructed.has(name);
    }
    lowerCase ??= new Set([...constructed].map((each) => each.toLowerCase()));
    return lowerCase.has(name.toLowerCase());
  };
}

/**
 * @param {readonly ProjectFile[]} files
 * @returns {string[]}
 */
function readConstructed(files) {
  const texts = new Map(files.map(({ path, source }) => [path, source]));
  return projectFilesOf([...texts.keys()]).flatMap((path) => {
    const text = texts.get(path) ?? readText(path);
    return CONSTRUCTED.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, name = '']) => name.slice(name.lastIndexOf('.') + 1)),
    ).filter((name) => !(name in globalThis));
  });
}
