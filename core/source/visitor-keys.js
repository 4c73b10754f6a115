import { visitorKeys as typescriptVisitorKeys } from '@typescript-eslint/visitor-keys';

/**
 * Flow's types are read as if they were erased: their names look like values to a scope analysis.
 * The expressions that stay are those inside casts and the values that declarations bind.
 *
 * @type {Record<string, readonly string[]>}
 */
const FLOW_VISITOR_KEYS = {
  DeclareClass: [],
  DeclareExportAllDeclaration: [],
  DeclareExportDeclaration: [],
  DeclareFunction: [],
  DeclareInterface: [],
  DeclareModule: [],
  DeclareModuleExports: [],
  DeclareOpaqueType: [],
  DeclareTypeAlias: [],
  DeclareVariable: [],
  EnumDeclaration: [],
  InterfaceDeclaration: [],
  OpaqueType: [],
  Predicate: [],
  TypeAlias: [],
  TypeAnnotation: [],
  TypeCastExpression: ['expression'],
  TypeParameterDeclaration: [],
  TypeParameterInstantiation: [],
};

/** @type {Record<string, readonly string[]>} */
const PROPOSAL_VISITOR_KEYS = {
  ExportDefaultSpecifier: ['exported'],
};

/**
 * The children of each node type, in source order, in the shape of ESLint's `visitorKeys`.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const VISITOR_KEYS = Object.freeze({
  .../** @type {Record<string, readonly string[]>} */ (typescriptVisitorKeys),
  ...FLOW_VISITOR_KEYS,
  ...PROPOSAL_VISITOR_KEYS,
});

/**
 * The same for plain JavaScript, without what only types and decorated parameters have: it would be
 * looked for on every node.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const PLAIN_VISITOR_KEYS = Object.fromEntries(
  Object.entries(VISITOR_KEYS).map(([type, keys]) => [
    type,
    keys.filter(
      (key) =>
        !/^impl|type/iu.test(key) && (key !== 'decorators' || !/^Id|Pattern$|^Rest/u.test(type)),
    ),
  ]),
);
