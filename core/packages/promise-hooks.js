/**
 * Hooks that packages call with a callback, and wait for by the promise that they give where they take none.
 *
 * @type {readonly { name: string, versions: string, maker: string, methods: readonly string[] }[]}
 *   `maker`: the kind of the class, in the table of the package, whose instances take the hook.
 */
export const PROMISE_HOOKS = [
  // A hook of version 4 has to call `next`.
  { name: 'mongoose', versions: '>=5.0.0', maker: 'Schema', methods: ['pre'] },
];
