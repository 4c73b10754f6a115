/**
 * `async-perf bench before.js after.js` and `async-perf bench file.js --codemods`.
 */
import { readdir } from 'node:fs/promises';

import { readArguments } from '../bin/arguments.js';
import { OptionError } from '../core/contract/options.js';
import { ChildError } from './child.js';
import { compareForms, ComparisonError, convertForm, formatComparison } from './compare.js';
import { NodeNotFound } from './nodes.js';
import { createNodeFinder, readTimeout, splitList } from './options.js';

export const BENCH_USAGE = `async-perf bench BEFORE.js AFTER.js [options]
async-perf bench FILE.js --codemods[=NAME,…] [options]

Calls the same exported function of two files and measures both: turns of the microtask queue,
promises, bytes and CPU time. With --codemods, the second file is what the codemods make of the first.
The command says so if the two functions do not return the same.

Options
  --export=NAME          the function to call (default: run, or the only function)
  --args=JSON            an array of its arguments (default: no arguments)
  --callback[=SIDE]      the function takes a callback as its last argument: before, after (default:
                         both)
  --call=TEXT            a function that gets the exports and returns the function to measure:
                         "({ Client }) => { const client = new Client(); return () => client.get('a'); }"
  --codemods[=NAME,…]    convert with these codemods (default: all)
  --node=VERSION,…       measure on these Nodes (default: the one that runs)
  --fan=N                also measure the time of N calls at once
  --quick                measure fewer rounds
  --json                 print the figures as JSON
  --timeout=S            seconds for one child process (default: 60)

Examples
  npx async-perf bench old.js new.js --args='[20]' --node=20,24
  npx async-perf bench old.js --codemods=generator-to-async

Exit codes
  0 measured   1 a figure is missing, or the two do not return the same   2 wrong use`;

const STAND_ALONE = new Map([
  ['--codemods', '--codemods='],
  ['--callback', '--callback=both'],
]);

/**
 * @param {string[]} argv what follows `bench`
 * @param {{ log: (text: string) => void, error: (text: string) => void }} [output]
 * @returns {Promise<number>} exit code: 1 if a figure could not be had or the two do not return the
 *   same, 2 if the call makes no sense
 */
export async function benchCommand(argv, output = console) {
  try {
    const options = readOptions(argv);
    if (options === undefined) {
      output.log(BENCH_USAGE);
      return 0;
    }
    return await compare(options, output);
  } catch (error) {
    if (
      error instanceof ComparisonError ||
      error instanceof ChildError ||
      error instanceof NodeNotFound ||
      error instanceof OptionError
    ) {
      output.error(error.message);
      return 2;
    }
    throw error;
  }
}

/**
 * @param {NonNullable<ReturnType<typeof readOptions>>} options
 * @param {{ log: (text: string) => void, error: (text: string) => void }} output
 */
async function compare({ files, nodes, values, args, callback, timeout, fan }, output) {
  const [file = '', other] = files;
  const before = { file };
  const after =
    other === undefined
      ? await convertForm(file, await codemodNames(values.codemods ?? ''))
      : { file: other };
  if ('applied' in after && !values.json) output.log(`After: ${after.applied.join(', ')}`);
  const all = [];
  let complete = true;
  const find = createNodeFinder();
  for (const wanted of nodes) {
    try {
      const node = await find(wanted);
      if (node === undefined) continue;
      const { name, figures, outcomes } = await compareForms(before, after, {
        node,
        quick: values.quick,
        timeout,
        fan,
        ...(args && { args }),
        ...(callback && { callback }),
        ...(values.export !== undefined && { export: values.export }),
        ...(values.call !== undefined && { call: values.call }),
      });
      all.push({ node: node.version, name, ...figures, ...(outcomes && { outcomes }) });
      complete &&= figures.failures.length === 0 && outcomes?.same !== false;
      if (!values.json) {
        output.log(formatComparison(`${name} on Node ${node.version}`, figures, outcomes));
        if (figures.failures.some(({ kind }) => kind === 'failed') && !args && !values.call) {
          output.log(
            `  ${name} was called without arguments: give them with --args, such as --args='["a.txt"]'${callback ? '' : ', and --callback if it takes one'}`,
          );
        }
      }
    } catch (error) {
      // A Node that is not to be had, or a killed child, costs its own figures only.
      if (!(error instanceof ChildError || error instanceof NodeNotFound)) throw error;
      complete = false;
      output.error(`Node ${wanted}: ${error.message}`);
    }
  }
  if (values.json) output.log(JSON.stringify(all, undefined, 2));
  if (complete) return 0;
  return all.length > 0 ? 1 : 2;
}

/** @param {string[]} argv */
function readOptions(argv) {
  const { values, positionals } = readArguments('bench', {
    // These may stand alone, which parseArgs knows for flags only.
    args: argv.map((word) => STAND_ALONE.get(word) ?? word),
    allowPositionals: true,
    options: {
      export: { type: 'string' },
      args: { type: 'string' },
      call: { type: 'string' },
      callback: { type: 'string' },
      codemods: { type: 'string' },
      node: { type: 'string', default: 'current' },
      fan: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      timeout: { type: 'string', default: '60' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const nodes = splitList(values.node);
  if (nodes.length === 0) {
    throw new ComparisonError('--node names no version: give a list such as 20,22,24');
  }
  const wanted = values.codemods === undefined ? 2 : 1;
  if (positionals.length !== wanted) {
    throw new ComparisonError(
      `${wanted === 1 ? 'One file is' : 'Two files are'} needed, ${positionals.length} given.\n\n${BENCH_USAGE}`,
    );
  }
  return {
    files: positionals,
    nodes,
    values,
    args: values.args === undefined ? undefined : readCallArguments(values.args),
    callback: values.callback === undefined ? undefined : readSide(values.callback),
    fan: readPositive('fan', values.fan),
    timeout: readSeconds(values.timeout),
  };
}

/**
 * @param {string} text
 * @returns {'before' | 'after' | 'both'}
 */
function readSide(text) {
  if (text === 'before' || text === 'after' || text === 'both') return text;
  throw new ComparisonError(`--callback=${text}: give before, after or both`);
}

/**
 * @param {string} text
 * @returns {unknown[]}
 */
function readCallArguments(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ComparisonError(`--args ${text} is no JSON: ${reason}`);
  }
  if (!Array.isArray(value)) {
    throw new ComparisonError(`--args ${text}: give an array, such as '["a", 1]'`);
  }
  return value;
}

/** @param {string} text */
function readSeconds(text) {
  try {
    return readTimeout(text);
  } catch (error) {
    throw new ComparisonError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function readPositive(name, text) {
  const value = Number(text);
  if (!(value > 0)) throw new ComparisonError(`--${name} ${text}: give a number above 0`);
  return value;
}

/** @param {string} list */
async function codemodNames(list) {
  const entries = await readdir(new URL('../codemods/', import.meta.url));
  const known = entries
    .filter((entry) => entry.endsWith('.js'))
    .map((entry) => entry.slice(0, -'.js'.length));
  if (list === '') return known;
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new ComparisonError(`No codemod ${unknown.join(', ')}. There are ${known.join(', ')}`);
  }
  return names;
}
