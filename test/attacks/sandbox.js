import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../bin/async-perf.js', import.meta.url));
const FAULT = new URL('../bin/faults/fs-fault.js', import.meta.url).href;

export const OLD =
  "const co = require('co');\n\nexports.run = co.wrap(function* () {\n  yield load();\n});\n";
export const NEW = 'exports.run = async function () {\n  await load();\n};\n';

/** Milliseconds within which each run has to end. */
const LONGEST = 60_000;

/** @param {string} text */
export const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/**
 * A directory that is attacked, beside one that must stay as it is.
 *
 *     BASE/project/                what the command is given
 *     BASE/project/node_modules/   must stay as it is, as must .git
 *     BASE/outside/                must stay as it is
 */
export class Sandbox {
  /** @param {Record<string, string>} files Of the project. */
  constructor(files) {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'async-perf-attack-')));
    this.project = join(this.base, 'project');
    for (const [name, text] of Object.entries({
      'outside/victim.js': OLD,
      'outside/victim.txt': 'victim\n',
      'project/package.json': '{}\n',
      'project/.git/config': '[core]\n',
      'project/.git/hooks/victim.js': OLD,
      'project/node_modules/victim/index.js': OLD,
    })) {
      this.#write(name, text);
    }
    Object.entries(files).forEach(([name, text]) => this.write(name, text));
    this.before = this.#untouchable();
  }

  /**
   * @param {string} name From the project.
   * @param {string} text
   */
  write(name, text) {
    this.#write(join('project', name), text);
  }

  /** @param {string} name */
  read(name) {
    return readFileSync(join(this.project, name), 'utf8');
  }

  /**
   * @param {string[]} args Of `migrate`.
   * @param {{ fault?: string }} [how]
   * @returns {Promise<{ status: number | null, signal: string | null, stdout: string, stderr: string }>}
   * @throws {Error} If it does not end, or ends with a stack.
   */
  async migrate(args, { fault } = {}) {
    const node = fault === undefined ? [] : [`--import=${FAULT}`];
    const all = [...node, COMMAND, 'migrate', '--node=20', '--force', ...args];
    const child = spawn(process.execPath, all, {
      cwd: this.project,
      env: { ...process.env, FS_FAULT: fault },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, LONGEST);
    const [status, signal] = await new Promise((resolve) => {
      child.once('close', (...ended) => resolve(ended));
    });
    clearTimeout(timer);
    if (isLate || /^ {4}at /mu.test(stderr) || status > 4) {
      throw new Error(`${args.join(' ')}: ${isLate ? 'does not end' : stderr}`);
    }
    return { status, signal, stdout, stderr };
  }

  /** @returns {string[]} What is not as it was, and had to be. */
  touched() {
    const after = this.#untouchable();
    return [...new Set([...Object.keys(this.before), ...Object.keys(after)])].filter(
      (name) => this.before[name] !== after[name],
    );
  }

  /** @returns {string[]} Temporary files that are still there. */
  temporaries() {
    return this.#names(this.project).filter((name) => /(?:^|\/)\.[0-9a-f]{16}\.tmp$/u.test(name));
  }

  remove() {
    rmSync(this.base, { recursive: true, force: true });
  }

  /**
   * @param {string} name From the base.
   * @param {string} text
   */
  #write(name, text) {
    mkdirSync(dirname(join(this.base, name)), { recursive: true });
    writeFileSync(join(this.base, name), text);
  }

  /** @returns {Record<string, string>} */
  #untouchable() {
    const places = ['outside', 'project/.git', 'project/node_modules'];
    const names = places.flatMap((place) =>
      this.#names(join(this.base, place)).map((name) => join(place, name)),
    );
    return Object.fromEntries([
      ...names.map((name) => [name, readFileSync(join(this.base, name), 'utf8')]),
      ['base', readdirSync(this.base).sort().join(' ')],
    ]);
  }

  /** @param {string} directory */
  #names(directory) {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
      (name) => lstatSync(join(directory, name), { throwIfNoEntry: false })?.isFile() ?? false,
    );
  }
}
