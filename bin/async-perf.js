#!/usr/bin/env node
import { explainUsageError, runMigrate } from './commands/migrate.js';

const HELP = `async-perf: costly async JavaScript, found, rewritten and measured

Usage
  async-perf migrate [paths] [options]   rewrite callbacks, coroutines and promises to async/await

  async-perf COMMAND --help tells the options of a command.
`;

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const COMMANDS = { migrate: runMigrate };

const [name = '--help', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

if (command) {
  try {
    process.exitCode = await command(args);
  } catch (error) {
    process.stderr.write(`${explainUsageError(error)}\n`);
    process.exitCode = 2;
  }
} else if (name === '--help' || name === '-h' || name === 'help') {
  process.stdout.write(HELP);
} else {
  process.stderr.write(`async-perf: there is no command '${name}'\n\n${HELP}`);
  process.exitCode = 2;
}
