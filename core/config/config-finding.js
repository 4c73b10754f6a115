/**
 * A setting for which a compiler down-levels async functions.
 *
 * @typedef {object} ConfigFinding
 * @property {(string | number)[]} path The keys and indices that lead to it in the file.
 * @property {'target' | 'inheritedTarget' | 'targets' | 'plugin' | 'preset' | 'inherited'} kind
 * @property {Record<string, string>} data Words for the message.
 */

export {};
