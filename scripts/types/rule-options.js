import plugin from '../../index.js';

/**
 * @typedef {object} Schema The parts of JSON Schema that the rules use.
 * @property {string} [type]
 * @property {Record<string, Schema>} [properties]
 * @property {Schema} [items]
 * @property {readonly unknown[]} [enum]
 * @property {string} [description]
 */

/** @returns {string} The declarations of the options of all rules, from their schemas. */
export function ruleOptionsTypes() {
  const rules = Object.entries(plugin.rules ?? {}).map(([name, { meta }]) => {
    const [schema] = /** @type {Schema[]} */ (meta?.schema ?? []);
    return `  'async-perf/${name}': ${schema === undefined ? '[]' : `[options?: ${typeOf(schema)}]`};`;
  });
  return `/** The options of each rule. */
export interface RuleOptions {
${rules.join('\n')}
}

type Severity = 'off' | 'warn' | 'error' | 0 | 1 | 2;

/** What a configuration may say of each rule: \`rules: { … } satisfies RuleEntries\`. */
export type RuleEntries = {
  [Name in keyof RuleOptions]?: Severity | [Severity, ...RuleOptions[Name]];
};
`;
}

/**
 * @param {Schema} schema
 * @returns {string}
 * @throws {Error} For a schema that this does not know.
 */
function typeOf({ type, properties = {}, items, enum: values }) {
  if (values) {
    return values.map((value) => JSON.stringify(value)).join(' | ');
  }
  switch (type) {
    case 'boolean':
    case 'number':
    case 'string':
      return type;
    case 'array':
      return `readonly (${typeOf(items ?? {})})[]`;
    case 'object':
      return `{ ${Object.entries(properties)
        .map(([name, schema]) => `/** ${schema.description ?? ''} */ ${name}?: ${typeOf(schema)};`)
        .join(' ')} }`;
    default:
      throw new Error(`scripts/types/rule-options.js knows no type ${type} in the schema of a rule`);
  }
}
