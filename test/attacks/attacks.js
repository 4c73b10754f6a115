import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { NEW, OLD, hashOf } from './sandbox.js';

/** @import { Sandbox } from './sandbox.js' */

/**
 * One way to attack `migrate`. Each choice is made by `random`, so that a seed repeats the attack.
 *
 * @typedef {object} Attack
 * @property {string} name
 * @property {Record<string, string>} files
 * @property {(sandbox: Sandbox, random: (below: number) => number) => Promise<string[]>} run Gives what went
 *   wrong in the project itself; what is outside is looked at by whoever runs it.
 */

const FILES = Object.fromEntries(
  Array.from({ length: 24 }, (_, index) => [`lib${index % 3}/file${index}.js`, OLD]),
);
const NAMES = Object.keys(FILES);

/** @type {Attack[]} */
export const ATTACKS = [
  { name: 'kill', files: FILES, run: kill },
  { name: 'edit', files: FILES, run: edit },
  { name: 'full disk', files: FILES, run: fillDisk },
  { name: 'two runs', files: FILES, run: runTwice },
  { name: 'names', files: { 'a.js': OLD }, run: giveNames },
  { name: 'journal', files: { 'a.js': OLD, 'b.js': OLD }, run: plantJournal },
  { name: 'report', files: { 'a.js': OLD, 'b.js': OLD }, run: plantReport },
  { name: 'special files', files: { 'a.js': OLD }, run: plantSpecialFile },
];

/** @type {Attack['run']} */
async function kill(sandbox, random) {
  const verify = random(3) === 0 ? ['--verify=true'] : [];
  const moment = random(verify.length > 0 ? 120 : 70) + 1;
  const { signal } = await sandbox.migrate(verify, { fault: `kill:${moment}` });
  const wrong = NAMES.filter((name) => ![OLD, NEW].includes(sandbox.read(name)));
  const flag = random(2) === 0 && verify.length === 0 ? '--resume' : '--undo';
  // What mends it may be killed, too.
  if (random(2) === 0) {
    await sandbox.migrate([flag], { fault: `kill:${random(40) + 1}` });
    await sleep(1100);
  }
  const { status, stderr } = await sandbox.migrate([flag]);
  if (status === 2 && !stderr.includes('--undo')) {
    wrong.push(`${flag}: ${stderr}`);
  }
  const texts = new Set(NAMES.map((name) => sandbox.read(name)));
  const all = flag === '--resume' ? [OLD, NEW] : [OLD];
  if (texts.size !== 1 || !all.some((text) => texts.has(text))) {
    // A run that nothing killed, or that was verified, is new if there was nothing left to take back.
    if (!(texts.size === 1 && texts.has(NEW) && signal === null && flag === '--resume')) {
      wrong.push(`${flag}, killed at ${moment}: ${texts.size} kinds of text`);
    }
  }
  return [...wrong, ...sandbox.temporaries()];
}

/** @type {Attack['run']} */
async function edit(sandbox, random) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  let isOver = false;
  const running = sandbox.migrate(random(3) === 0 ? ['--verify=true'] : []).finally(() => {
    isOver = true;
  });
  for (let number = 0; !isOver && number < 2000; number++) {
    const name = NAMES[random(NAMES.length)] ?? '';
    const path = join(sandbox.project, name);
    const line = `// edit ${number}\n`;
    if (random(2) === 0) {
      appendFileSync(path, line);
    } else {
      // As editors do that never leave half a file.
      writeFileSync(`${path}~`, readFileSync(path, 'utf8') + line);
      renameSync(`${path}~`, path);
    }
    lines.set(name, [...(lines.get(name) ?? []), line]);
    await sleep(random(60));
  }
  const { status } = await running;
  const lost = () =>
    [...lines].flatMap(([name, own]) =>
      own.filter((line) => !sandbox.read(name).includes(line)).map((line) => `${name}: ${line}`),
    );
  const wrong = lost();
  if (status === 1) {
    await sandbox.migrate(['--undo']);
    wrong.push(...lost().map((line) => `--undo: ${line}`));
  }
  return [...wrong, ...sandbox.temporaries()];
}

/** @type {Attack['run']} */
async function fillDisk(sandbox, random) {
  const verify = random(2) === 0 ? ['--verify=true'] : [];
  const moment = random(verify.length > 0 ? 120 : 60) + 1;
  const { status } = await sandbox.migrate(verify, { fault: `full:${moment}` });
  const texts = () => new Set(NAMES.map((name) => sandbox.read(name)));
  const wrong = [...texts()].filter((text) => ![OLD, NEW].includes(text));
  const isWritten = texts().size === 1 && texts().has(NEW);
  if (!isWritten && status !== 1 && status !== 2 && status !== 4) {
    wrong.push(`full at ${moment}: exit code ${status}`);
  }
  // There may be no room for what takes it back, either.
  if (random(2) === 0) {
    await sandbox.migrate(['--undo'], { fault: `full:${random(20) + 1}` });
  }
  await sandbox.migrate(['--undo']);
  if (texts().size !== 1 || !(isWritten || texts().has(OLD))) {
    wrong.push(`--undo, full at ${moment}: ${texts().size} kinds of text`);
  }
  return [...wrong, ...sandbox.temporaries()];
}

/** @type {Attack['run']} */
async function runTwice(sandbox, random) {
  const verify = random(2) === 0 ? ['--verify=true'] : [];
  const second = async () => {
    await sleep(random(1500));
    return sandbox.migrate(random(3) === 0 ? ['--undo'] : []);
  };
  const ended = await Promise.all([sandbox.migrate(verify), second()]);
  const wrong = NAMES.filter((name) => ![OLD, NEW].includes(sandbox.read(name)));
  const kinds = new Set(NAMES.map((name) => sandbox.read(name))).size;
  if (kinds !== 1) {
    wrong.push(
      `exit codes ${ended.map(({ status }) => status).join(' and ')}: ${kinds} kinds of text`,
    );
  }
  return [...wrong, ...sandbox.temporaries()];
}

/** Names that lead elsewhere when they are taken for paths or patterns. */
const HOSTILE_NAMES = [
  'x\\..\\..\\outside\\victim.js',
  'x\\..\\..\\..\\outside\\victim.js',
  'x\\..\\node_modules\\victim\\index.js',
  'x\\..\\.git\\hooks\\victim.js',
  '..\\outside\\victim.js',
  '\\..\\outside\\victim.js',
  '{..,x}\\outside\\victim.js',
  'line\nbreak.js',
  '$(touch ..\\outside\\pwned).js',
  '--undo.js',
  '!a.js',
  '**.js',
  '\u001b[2J.js',
];

/** @type {Attack['run']} */
async function giveNames(sandbox, random) {
  mkdirSync(join(sandbox.project, 'x'), { recursive: true });
  const names = HOSTILE_NAMES.filter(() => random(2) === 0);
  for (const name of names) {
    writeFileSync(join(sandbox.project, name), OLD);
  }
  if (random(2) === 0) {
    const directory = join(sandbox.project, 'x\\..\\..\\outside');
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'victim.js'), OLD);
  }
  if (random(2) === 0) {
    const bytes = Buffer.concat([
      Buffer.from(`${sandbox.project}/`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('.js'),
    ]);
    writeFileSync(bytes, OLD);
  }
  if (random(2) === 0) {
    symlinkSync('../outside', join(sandbox.project, 'link'));
    symlinkSync('../outside/victim.js', join(sandbox.project, 'link.js'));
  }
  const given = names[random(names.length)] ?? '.';
  const paths = [[], ['.'], ['*.js'], ['.', 'x'], ['--', given]][random(5)] ?? [];
  await sandbox.migrate(paths);
  const all = [...names, 'a.js'].map((name) => sandbox.read(name));
  return all.every((text) => [OLD, NEW].includes(text)) ? [] : ['a file is neither old nor new'];
}

const HOSTILE_TARGETS = [
  '../outside/victim.js',
  '../outside/new.js',
  '../outside/victim.txt',
  '.git/config',
  '.git/hooks/victim.js',
  '.git/hooks/new.js',
  '.GIT/hooks/victim.js',
  'node_modules/victim/index.js',
  'package.json',
  'a.js/../../outside/victim.js',
  'link/victim.js',
  'link.js',
  '.async-perf/lock',
  '/etc/hostname',
];

/**
 * @param {Sandbox} sandbox
 * @param {(below: number) => number} random
 * @returns {{ file: string, text: string }} What an attacker wants to replace, and what it holds.
 */
function chooseTarget(sandbox, random) {
  symlinkSync('../outside', join(sandbox.project, 'link'));
  symlinkSync('../outside/victim.js', join(sandbox.project, 'link.js'));
  const name = HOSTILE_TARGETS[random(HOSTILE_TARGETS.length)] ?? '';
  const file = random(3) === 0 ? join(sandbox.project, name) : name;
  try {
    return { file, text: readFileSync(join(sandbox.project, name), 'utf8') };
  } catch {
    return { file, text: '' };
  }
}

/** @type {Attack['run']} */
async function plantJournal(sandbox, random) {
  const { file, text } = chooseTarget(sandbox, random);
  const evil = 'PWNED\n';
  const contents = join(sandbox.project, '.async-perf/contents');
  mkdirSync(contents, { recursive: true });
  for (const content of [OLD, NEW, evil, text]) {
    // Every other one does not hold what its name says.
    writeFileSync(join(contents, hashOf(content)), random(2) === 0 ? content : evil);
  }
  const target = { path: file, before: hashOf(text), after: hashOf(evil) };
  const own = { path: 'a.js', before: hashOf(OLD), after: hashOf(NEW) };
  const manifest = random(4) === 0 ? { ...target, isManifest: true } : target;
  const states = ['writing', 'trying', 'written', 'other'];
  const journal = {
    state: states[random(states.length)],
    root: random(4) === 0 ? '/' : sandbox.project,
    entries: random(2) === 0 ? [manifest, own] : [own, manifest],
  };
  const texts = [
    JSON.stringify(journal),
    JSON.stringify(journal),
    JSON.stringify(journal),
    JSON.stringify({ ...journal, entries: [null, 5, {}, [target]] }),
    ['{}', 'null', '[null]', '', '{"state":"writing","root":"","entries":[{}]}'][random(5)] ?? '',
  ];
  sandbox.write('.async-perf/journal.json', texts[random(texts.length)] ?? '');
  await sandbox.migrate([['--resume', '--undo', '--dry-run'][random(3)] ?? '']);
  const isOwn = ['a.js', 'b.js'].every((name) => [OLD, NEW].includes(sandbox.read(name)));
  const isKept = sandbox.read('package.json') === '{}\n';
  return isOwn && isKept ? [] : ['a file of the project is neither old nor new'];
}

/** @type {Attack['run']} */
async function plantReport(sandbox, random) {
  const { file, text } = chooseTarget(sandbox, random);
  const change = { file, before: hashOf(text), after: 'PWNED\n' };
  const own = { file: 'a.js', before: hashOf(OLD), after: NEW };
  const report = {
    shard: { index: 1, count: [1, 1, 1, 2, 1e9][random(5)], of: 'x' },
    files: 2,
    groups: [[file], ['a.js']],
    sites: [[], [], [null], [{}], [{ file: 1 }]][random(5)],
    errors: [[], [], [null], 5][random(4)],
    changes: [[change, own], [change, own], [null], [change], 5][random(5)],
  };
  const odd = ['{}', 'null', '[[null]]', '[5]', ''][random(5)] ?? '';
  sandbox.write('report.json', random(4) === 0 ? odd : JSON.stringify(report));
  await sandbox.migrate(['--merge', ...(random(4) === 0 ? ['--dry-run'] : []), 'report.json']);
  const isOwn = ['a.js', 'b.js'].every((name) => [OLD, NEW].includes(sandbox.read(name)));
  const isKept = sandbox.read('package.json') === '{}\n';
  return isOwn && isKept ? [] : ['a file of the project is neither old nor new'];
}

/** @type {Attack['run']} */
async function plantSpecialFile(sandbox, random) {
  const places = [
    'package.json',
    'fifo.js',
    'report.json',
    '.async-perf',
    '.async-perf/journal.json',
    '.async-perf/contents',
    '.async-perf/lock',
    'tsconfig.json',
    '.gitignore',
  ];
  const place = join(sandbox.project, places[random(places.length)] ?? '');
  mkdirSync(join(place, '..'), { recursive: true });
  rmSync(place, { recursive: true, force: true });
  const make = [
    () => execFileSync('mkfifo', [place]),
    () => symlinkSync('/dev/zero', place),
    () => symlinkSync('../outside', place),
    () => mkdirSync(place),
    () => writeFileSync(place, 'null\n'),
    () => writeFileSync(place, '[]\n'),
  ];
  make[random(make.length)]?.();
  const args = [[], [], ['--undo'], ['--resume'], ['--merge', 'report.json']];
  await sandbox.migrate(args[random(args.length)] ?? []);
  return [OLD, NEW].includes(sandbox.read('a.js')) ? [] : ['a.js is neither old nor new'];
}
