#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const HELP = `async-perf finds async JavaScript that costs, rewrites old forms to async/await, and measures both

Usage
  async-perf check [paths]                find code that costs, with its cost and its repair
  async-perf migrate [paths] [options]    rewrite callbacks, chains and coroutines to async/await
  async-perf record -- COMMAND            note what callbacks and promises do while the tests run
  async-perf bench BEFORE AFTER           measure a function before and after a change
  async-perf explain [NAME]               explain a rule, a codemod, a reason or an obligation

  async-perf COMMAND --help               list the options of a command
  async-perf --version                    print the version

Where to start
  npx async-perf check                    see what costs, where, and how to repair it
  npx async-perf migrate src --dry-run    see every change, and why the rest stays
  npx async-perf migrate src --verify="npm test"
                                          write the changes, and undo those that fail your tests
`;

/** A command's modules are loaded when it is called for. */
const COMMANDS =
  /** @type {Record<string, () => Promise<(args: string[]) => Promise<number>>>} */ ({
    check: async () => (await import('./commands/check.js')).runCheck,
    migrate: async () => (await import('./commands/migrate.js')).runMigrate,
    record: async () => (await import('./commands/record.js')).runRecord,
    bench: async () => (await import('../bench/command.js')).benchCommand,
    explain: async () => (await import('./commands/explain.js')).runExplain,
  });

const given = process.argv.slice(2);
const [name = '--help', ...args] =
  given[0] === 'help' && given[1] !== undefined ? [given[1], '--help'] : given;
const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    // A reader of the first lines alone, such as `head`, closes the pipe: that is no failure.
    if (code !== 'EPIPE') {
      process.stderr.write(`async-perf: the output cannot be written (${code})\n`);
      process.exit(2);
    }
  });
}

if (load) {
  try {
    const run = await load();
    process.exitCode = await run(args);
  } catch (error) {
    const { explainUsageError } = await import('./usage-errors.js');
    const { message, exitCode } = explainUsageError(error);
    process.stderr.write(`${message}\n`);
    process.exitCode = exitCode;
  }
} else if (name === '--version' || name === '-v') {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  process.stdout.write(`${JSON.parse(manifest).version}\n`);
} else if (name === '--help' || name === '-h' || name === 'help') {
  process.stdout.write(HELP);
} else {
  const { askFor } = await import('./terminal/spelling.js');
  const hint = askFor(name, Object.keys(COMMANDS));
  process.stderr.write(`async-perf: there is no command '${name}'${hint || `\n\n${HELP}`}\n`);
  process.exitCode = 2;
}
