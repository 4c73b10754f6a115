/**
 * What the rules and the codemods say of the costly form of each scenario: by it a finding or a site in
 * real code is given the figures of its own form.
 *
 * @import { Codemod } from '../../core/codemod/convert.js'
 * @import { Scenario } from '../scenarios.js'
 *
 * @typedef {(scenario: string, rule: string) => string[]} Reported Messages, each once.
 * @typedef {(scenario: string, codemod: string) => string[]} Converted The kinds of the sites, each once.
 */
import { Linter } from 'eslint';

import { parser } from '../../bin/check/parser.js';
import { convert } from '../../core/codemod/convert.js';
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

/**
 * @param {readonly Scenario[]} scenarios
 * @param {readonly Codemod[]} codemods
 * @returns {Converted}
 */
export function convertedIn(scenarios, codemods) {
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const byName = new Map(codemods.map((codemod) => [codemod.name, codemod]));
  return (id, name) => {
    const scenario = byId.get(id);
    const codemod = byName.get(name);
    if (scenario === undefined || codemod === undefined) return [];
    const { after, before: source } = scenario;
    const options = 'codemod' in after ? after.options : {};
    const { sites } = convert({ path: `${id}.cjs`, source }, codemod, options);
    const converted = sites.filter(({ status }) => status === 'converted');
    return [...new Set(converted.map(({ kind }) => kind))];
  };
}
