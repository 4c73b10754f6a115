/** @import { Codemod } from '../../core/codemod/convert.js' */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../codemods/', import.meta.url));

/** @returns {Promise<Map<string, Codemod>>} Every codemod, by its file's name. */
export async function codemodsByName() {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.slice(0, -'.js'.length));
  const modules = await Promise.all(
    names.map((name) => import(new URL(`../../codemods/${name}.js`, import.meta.url).href)),
  );
  return new Map(names.map((name, index) => [name, modules[index].codemod]));
}
