/** @type {import('prettier').Config} */
export default {
  singleQuote: true,
  printWidth: 100,
  // Node 4 to 7 read the bench worker and know no comma after the last argument.
  overrides: [{ files: 'bench/**/*.cjs', options: { trailingComma: 'es5' } }],
};
