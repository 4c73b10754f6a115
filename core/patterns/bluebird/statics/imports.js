/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */
/** @import { TextEdit } from '../../../edits/edit.js' */

import intersects from 'semver/ranges/intersects.js';
import validRange from 'semver/ranges/valid.js';

import { oncePerFile } from '../../../analysis/syntax/facts.js';
import { isEsModule, isModuleMember, resolveOrigin } from '../../../analysis/modules/modules.js';
import { isDirective, isWithin } from '../../../analysis/syntax/nodes.js';
import { isModuleLevel, isTypeImport, moduleScope } from '../../../analysis/syntax/scopes.js';
import { insertBefore } from '../../../edits/edit.js';
import { newlineOf } from '../../../edits/indentation.js';
import { hasOwnSemicolon, hasSemicolons } from '../../../edits/leading-semicolons.js';
import { takeUniqueName } from '../../../edits/names.js';
import { textOf } from '../../../edits/trivia.js';
import { libraryVariables } from '../../../promises/library.js';

/**
 * Modules that the converted code calls, by the name that they are given.
 *
 * @typedef {'util' | 'pMap' | 'pSome' | 'timers'} ImportName
 */

/** @type {Readonly<Record<ImportName, { module: string, use: string, clause: string }>>} */
const MODULES = {
  util: { module: 'util', use: '.promisify', clause: '* as ' },
  timers: { module: 'timers/promises', use: '.setTimeout', clause: '* as ' },
  pMap: { module: 'p-map', use: '', clause: '' },
  pSome: { module: 'p-some', use: '', clause: '' },
};

/** Versions that cannot be required, and versions that do something else. */
const UNFIT = { pMap: ['>=5', '<1'], pSome: ['>=4', '4 - 6'] };

/**
 * @typedef {object} Binding
 * @property {string} name
 * @property {boolean} isThere Whether the file declares it already.
 */

/** @type {(sourceCode: SourceCodeLike) => Map<ImportName, Binding>} */
const bindings = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {ImportName} wanted
 * @returns {Binding}
 */
function bindingOf(sourceCode, wanted) {
  const known = bindings(sourceCode).get(wanted);
  if (known) {
    return known;
  }
  const variable = moduleScope(sourceCode).variables.find(
    (candidate) =>
      isModuleLevel(candidate) &&
      !isTypeImport(candidate) &&
      candidate.identifiers[0] &&
      isModuleMember(
        resolveOrigin(sourceCode, /** @type {TSESTree.Identifier} */ (candidate.identifiers[0])),
        MODULES[wanted].module,
      ),
  );
  const binding = variable
    ? { name: variable.name, isThere: true }
    : { name: takeUniqueName(sourceCode, wanted), isThere: false };
  bindings(sourceCode).set(wanted, binding);
  return binding;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {ImportName} wanted
 * @returns {string} What the module is called in the converted file.
 */
export function importedName(sourceCode, wanted) {
  return bindingOf(sourceCode, wanted).name;
}

/**
 * @param {PatternContext} context
 * @param {keyof typeof UNFIT} wanted
 * @returns {Refusal | undefined} A refusal where package.json may ask for a version that will not do.
 */
export function refuseVersion({ project, sourceCode }, wanted) {
  const { module } = MODULES[wanted];
  const asked = project.dependencies[module];
  const [required = '', imported = ''] = UNFIT[wanted];
  // The compiled form of a module may require it.
  const unfit = project.isModule && isEsModule(sourceCode) ? imported : required;
  return asked === undefined ||
    bindingOf(sourceCode, wanted).isThere ||
    (validRange(asked) && !intersects(asked, unfit))
    ? undefined
    : { reason: 'dependency-version', subject: `\`${module}\`` };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TextEdit[]} edits The edits of the conversion.
 * @returns {TextEdit[]} Declares the modules that the new text needs and nothing declares yet.
 */
export function importModules(sourceCode, edits) {
  const anchor = anchorOf(sourceCode);
  const isEnded =
    anchor && /^(?:ImportDeclaration|VariableDeclaration)$/u.test(anchor.type)
      ? hasOwnSemicolon(sourceCode, anchor)
      : hasSemicolons(sourceCode);
  const semicolon = isEnded ? ';' : '';
  const quote = anchor && /^[^']*"/u.test(textOf(sourceCode, anchor)) ? '"' : "'";
  const isModule = isEsModule(sourceCode);
  const statements = [...bindings(sourceCode)].flatMap(([wanted, { name, isThere }]) => {
    const { module, use, clause } = MODULES[wanted];
    if (isThere || !edits.some(({ text }) => text.includes(`${name}${use}`))) {
      return [];
    }
    return isModule
      ? [`import ${clause}${name} from ${quote}${module}${quote}${semicolon}`]
      : [`const ${name} = require(${quote}${module}${quote})${semicolon}`];
  });
  if (statements.length === 0) {
    return [];
  }
  const newline = newlineOf(sourceCode);
  const at = anchor?.range[0] ?? 0;
  return [insertBefore(at, statements.map((statement) => `${statement}${newline}`).join(''))];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {TSESTree.Node | undefined} The statement that gets bluebird, else the first.
 */
function anchorOf(sourceCode) {
  const [library] = libraryVariables(sourceCode).flatMap(({ identifiers }) => identifiers);
  return sourceCode.ast.body.find((statement) =>
    library ? isWithin(/** @type {TSESTree.Node} */ (library), statement) : !isDirective(statement),
  );
}
