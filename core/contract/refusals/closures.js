/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** Refusals of the codemod for closures in front of an early exit. */
export const CLOSURE_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'captured-hidden': {
      message: 'another variable named {subject} stands between the function and one of its calls',
      advice: 'Rename one of the two variables, then run again.',
      example: `export function get(id) {
  const load = async () => fetch(id);
  if (!id) return;
  { const id = 1; return load(); }
}`,
    },
    'captured-not-ready': {
      message: '{subject} may not have its value yet when the function is called',
      advice: 'Declare it before the call, then run again.',
      example: `export function get(id) {
  if (!id) return;
  const user = load();
  const url = \`/\${id}\`;
  return user;
  async function load() { await 0; return fetch(url); }
}`,
    },
    'captured-reassigned': {
      message:
        '{subject} may get another value while the function runs, so its value cannot be passed',
      advice: 'Give the function a constant to work with, then run again.',
      example: `export function get(id) {
  const load = async () => fetch(id);
  if (!id) return;
  const user = load();
  id = 0;
  return user;
}`,
    },
    'captures-frame': {
      message: 'the function shares {subject} with the function around it',
      advice: 'Pass what it needs as a parameter, by hand.',
      example: `export function get(id) {
  const load = async () => fetch(arguments);
  if (!id) return;
  return load();
}`,
    },
    'captures-helper': {
      message: 'the function uses {subject}, another async function inside the same function',
      advice: 'Move both out by hand, and pass each what it needs.',
      example: `export function get(id) {
  const load = async () => fetch(id);
  const retry = async () => load();
  if (!id) return;
  return retry();
}`,
    },
    'function-escapes': {
      message: '{subject} is not only called, it is also passed on',
      advice: 'Create it after the early exit, or give it parameters, by hand.',
      example: `export function get(id) {
  const load = async () => fetch(id);
  if (!id) return;
  queue.push(load);
  return load();
}`,
    },
    'global-script': {
      message: 'a name at the top of the file would be a global of all scripts',
      advice: 'Make the file a module, or move the function by hand.',
      example: `function get(id) {
  const load = async () => fetch(id);
  if (!id) return;
  return load();
}`,
    },
    'needs-type': {
      message: 'the parameter for {subject} would need a type that the code does not write',
      advice: 'Annotate it with the type that the function relies on, then run again.',
      example: `export function get(id: string | number) {
  const load = async (): Promise<unknown> => fetch(\`/\${id}\`);
  if (!id) return;
  return load();
}`,
      given: { file: 'example.ts' },
    },
    'private-name': {
      message: 'the function uses {subject}, which only its class knows',
      advice: 'Turn it into a private method by hand.',
      example: `export class Users {
  #fetch() {}
  get(user) {
    const load = async () => user.#fetch();
    if (!user) return;
    return load();
  }
}`,
    },
    'too-many-captures': {
      message: '{subject} captured variables would have to be passed',
      advice: 'Gather them in one object, then run again.',
      example: `export function get(a, b, c, d, e, f, g) {
  const load = async () => fetch(a, b, c, d, e, f, g);
  if (!a) return;
  return load();
}`,
    },
  }),
);
