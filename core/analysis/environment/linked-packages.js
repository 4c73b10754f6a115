import { dirname, entriesOf, join, realPath, relative, resolve, sep } from '#project-facts';

/** @type {Map<string, ReadonlyMap<string, string>>} */
const linksByDirectory = new Map();

/**
 * Packages of the same workspace: `node_modules` has links to where their files are.
 *
 * @param {string} directory
 * @returns {ReadonlyMap<string, string>} Their directories, by the names under which a file of the
 *   directory finds them.
 */
export function linkedPackages(directory) {
  let links = linksByDirectory.get(directory);
  if (!links) {
    const parent = dirname(directory);
    links = new Map([
      ...(parent === directory ? [] : linkedPackages(parent)),
      ...linksIn(directory, 'node_modules'),
    ]);
    linksByDirectory.set(directory, links);
  }
  return links;
}

/**
 * @param {string} name Of a module: `@scope/load/lib/file`
 * @returns {string} That of its package.
 */
export function packageOf(name) {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

/**
 * @param {string} directory
 * @param {string} folder
 * @param {string} [scope]
 * @returns {[string, string][]}
 */
function linksIn(directory, folder, scope = '') {
  return filesIn(join(directory, folder)).flatMap((entry) => {
    if (entry.isDirectory()) {
      return scope === '' && entry.name.startsWith('@')
        ? linksIn(directory, join(folder, entry.name), `${entry.name}/`)
        : [];
    }
    const target = entry.isSymbolicLink() && targetOf(directory, join(folder, entry.name));
    return target ? [[scope + entry.name, target]] : [];
  });
}

/** @param {string} path */
function filesIn(path) {
  try {
    return entriesOf(path);
  } catch {
    // Where no directory can be read, no module is found either.
    return [];
  }
}

/**
 * @param {string} directory
 * @param {string} link
 * @returns {string | undefined} Where it leads, as seen from the directory; undefined for what was installed,
 *   and for nowhere.
 */
function targetOf(directory, link) {
  try {
    const target = realPath(join(directory, link));
    return target.includes(`${sep}node_modules${sep}`)
      ? undefined
      : resolve(directory, relative(realPath(directory), target));
  } catch {
    // A link that leads nowhere.
    return undefined;
  }
}
