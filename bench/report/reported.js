/**
 * What the rules say of the costly form of each scenario: by it a finding in real code is given the
 * figures of its own form.
 *
 * @import { Scenario } from '../scenarios.js'
 *
 * @typedef {(scenario: string, rule: string) => string[]} Reported Messages, each once.
 */
import { Linter } from 'eslint';

import { parser } from '../../bin/check/parser.js';
import plugin from '../../index.js';

/**
 * @param {readonly Scenario[]} scenarios
 * @returns {Reported}
 */
export function reportedIn(scenarios) {
  const linter = new Linter();
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  return (id, rule) => {
    const scenario = byId.get(id);
    if (scenario === undefined) return [];
    const messages = linter.verify(scenario.before, {
      plugins: { 'async-perf': plugin },
      languageOptions: { parser },
      rules: { [`async-perf/${rule}`]: 'error' },
    });
    return [...new Set(messages.map(({ message }) => message))];
  };
}
