/**
 * @param {import('../core/project/given-files.js').GivenFiles} given
 */
export function warnOfLeftOut({ leftOut }) {
  for (const { path, reason } of leftOut) {
    process.stderr.write(`async-perf: ${path} is not looked at: ${reason}\n`);
  }
}
