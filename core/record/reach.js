/**
 * The programs whose code the hooks of Node do not see, or that run something else than the files of the project.
 */

/** @type {readonly { words: RegExp, reason: string }[]} */
const UNREACHED = [
  {
    words:
      /(?:^|[\s/])(?:karma|cypress|playwright|testem|web-test-runner|wtr|nightwatch|wdio)(?:\s|$)/u,
    reason: 'runs code in a browser, where nothing is recorded',
  },
  {
    words: /(?:^|[\s/])(?:bun|deno)(?:\s|$)/u,
    reason: 'is no Node, and loads code past the hooks of Node',
  },
];

/** A compiler that writes what the tests run, which has no places of the project's files. */
const COMPILED =
  /(?:^|&&|;)\s*(?:npx\s+)?(?:tsc|babel|swc|esbuild|rollup|webpack)\b[^&;]*(?:&&|;)[^&;]*\b(?:dist|build|lib|out)\//u;

/** Old versions of tap load all code through the package `esm`, whose loader passes by the hooks of Node. */
const TAP = /(?:^|[\s/;&])tap\s/u;

/** More levels of scripts than anybody writes. */
const DEPTH = 5;

/**
 * @param {readonly string[]} command
 * @param {Readonly<Record<string, string>>} scripts Of package.json.
 * @param {(name: string) => Readonly<Record<string, string>>} dependenciesOf What an installed package depends on.
 * @returns {string | undefined} Why nothing would be recorded; undefined if nothing speaks against it.
 */
export function whyUnreached(command, scripts, dependenciesOf) {
  const text = expand(command.join(' '), scripts, DEPTH);
  for (const { words, reason } of UNREACHED) {
    const found = words.exec(text)?.[0].trim().replace(/^\//u, '');
    if (found !== undefined) {
      return `\`${found}\` ${reason}`;
    }
  }
  const isEsm = /\s(?:-r|--require)[\s=]esm(?:\s|$)/u.test(text);
  const isTapWithEsm =
    TAP.test(`${text} `) && !text.includes('--no-esm') && 'esm' in dependenciesOf('tap');
  if (isEsm || isTapWithEsm) {
    return `${isEsm ? '`-r esm`' : '`tap` of this version'} loads all code through the package \`esm\`, past the hooks of Node: ${isEsm ? 'run it without' : 'add `--no-esm`'}`;
  }
  return COMPILED.test(text)
    ? `\`${text}\` compiles the project first and runs the output: record a command that runs the source files, through ts-node, tsx, @babel/register or Node itself`
    : undefined;
}

/**
 * @param {string} text
 * @param {Readonly<Record<string, string>>} scripts
 * @param {number} depth
 * @returns {string} The text, and what its scripts run.
 */
function expand(text, scripts, depth) {
  if (depth === 0) {
    return text;
  }
  return text.replaceAll(
    /\b(?:npm|yarn|pnpm)\s+(?:run\s+|run-script\s+)?(?:-\S+\s+)*([\w:.-]+)/gu,
    (whole, /** @type {string} */ name) => {
      const key = name === 't' ? 'test' : name;
      const script = scripts[key];
      return script === undefined ? whole : expand(script, scripts, depth - 1);
    },
  );
}
