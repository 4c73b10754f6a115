/** As many names as a person reads. */
const NAMED = 3;

/**
 * Says once for each reason what is not looked at.
 *
 * @param {{ leftOut: readonly { path: string, reason: string }[] }} given
 */
export function warnOfLeftOut({ leftOut }) {
  for (const reason of new Set(leftOut.map((each) => each.reason))) {
    const paths = leftOut.filter((each) => each.reason === reason).map(({ path }) => path);
    const more = paths.length - NAMED;
    const names = paths.slice(0, NAMED).map(shorten).join(', ');
    const verb = paths.length === 1 ? 'is' : 'are';
    process.stderr.write(
      `async-perf: ${names}${more > 0 ? ` and ${more} more` : ''} ${verb} not looked at: ${reason}\n`,
    );
  }
}

/** Characters of a path that a person reads. */
const LONGEST = 200;

/**
 * @param {string} path
 * @returns {string}
 */
function shorten(path) {
  return path.length > LONGEST ? `${path.slice(0, LONGEST)}…` : path;
}
