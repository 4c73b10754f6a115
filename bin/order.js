/** The order that works: the use of libraries first, then coroutines, chains and callbacks. */
export const CODEMOD_ORDER = [
  'bluebird-to-native',
  'async-lib-to-async',
  'stream-events-to-for-await',
  'generator-to-async',
  'promise-chain-to-async',
  'callback-to-async',
  'unwrap-promises',
  'hoist-async-closure',
];
