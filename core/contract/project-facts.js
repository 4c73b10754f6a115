/**
 * All that the engine asks of the world outside the text that it converts. Nothing else in `core/`, but for
 * `core/project`, which writes files, may use a module of Node: a test holds that.
 *
 * The engine imports these functions from `#project-facts`. The `imports` of package.json say which module that is:
 * `core/project/disk.js` under Node, and `core/contract/no-disk.js`, a project without files, everywhere else. So
 * whoever loads the engine hands them in without a word in the code, and no file can be forgotten or asked twice.
 *
 * A path is absolute or relative to the working directory, with the separators of the platform.
 *
 * @typedef {object} ProjectFacts
 * @property {Paths['basename']} basename
 * @property {Paths['dirname']} dirname
 * @property {Paths['isAbsolute']} isAbsolute
 * @property {Paths['join']} join
 * @property {Paths['parse']} parse
 * @property {Paths['relative']} relative
 * @property {Paths['resolve']} resolve
 * @property {string} sep Between the parts of a path.
 * @property {string} runningNode The version of Node that stands for that of the project, where nothing says it.
 * @property {(module: string, name: string) => boolean} isNodeFunction Whether a module of Node's own, such as
 *   `fs`, is known to have a function of the name.
 * @property {(path: string) => boolean} exists Whether there is anything at the path.
 * @property {(path: string) => boolean} isFile Whether there is a file at the path, or a link to one.
 * @property {(path: string) => number | undefined} sizeOf The bytes of the file; undefined if there is none.
 * @property {(path: string) => boolean} holdsText Whether the file's bytes are UTF-8; true if there is no file.
 * @property {(path: string) => string} readText The file's text. Throws an error with a `code`, as `node:fs` does,
 *   if it cannot be read.
 * @property {(path: string, most: number) => string} readRegularText As `readText`, of a file of `most` bytes at
 *   most. Throws an `UnreadableError`, for a FIFO or a device too.
 * @property {(directory: string) => readonly Entry[]} entriesOf The entries of the directory. Throws if it cannot be
 *   read.
 * @property {(path: string) => string} realPath Where the links of the path lead. Throws if they lead nowhere.
 */

/**
 * The functions of `node:path`, https://nodejs.org/api/path.html.
 *
 * @typedef {object} Paths
 * @property {(path: string) => string} basename
 * @property {(path: string) => string} dirname
 * @property {(path: string) => boolean} isAbsolute
 * @property {(...parts: string[]) => string} join
 * @property {(path: string) => { dir: string, base: string, name: string, ext: string }} parse
 * @property {(from: string, to: string) => string} relative
 * @property {(...parts: string[]) => string} resolve
 */

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {() => boolean} isDirectory
 * @property {() => boolean} isFile
 * @property {() => boolean} isSymbolicLink
 */

export {};
