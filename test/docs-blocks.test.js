import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { format } from 'prettier';
import { describe, expect, it } from 'vitest';

import { createSourceCode } from '../core/source/source-code.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const PAGES = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
];

const scripts = Object.keys(
  JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).scripts,
);

/** @param {string} page */
const read = (page) => readFileSync(path.join(ROOT, page), 'utf8');

/**
 * @param {string} page
 * @returns {{ language: string, code: string }[]}
 */
function blocksOf(page) {
  const blocks = read(page).matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gmsu);
  return [...blocks].map(([, indent = '', language = '', code = '']) => ({
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gmu'), ''),
  }));
}

/** @type {Map<string, string>} */
const helps = new Map();

/**
 * @param {string} name
 * @returns {string} What a command of `async-perf` says of itself.
 */
function helpOf(name) {
  const known = helps.get(name);
  if (known !== undefined) {
    return known;
  }
  const command = path.join(ROOT, 'bin/async-perf.js');
  const { status, stdout } = spawnSync(process.execPath, [command, name, '--help'], {
    encoding: 'utf8',
  });
  expect(status, `async-perf ${name}`).toBe(0);
  helps.set(name, stdout);
  return stdout;
}

/**
 * @param {string} line Of a block for a shell.
 */
function expectToWork(line) {
  const [, command = '', args = ''] =
    /npx (?:async-perf|eslint-plugin-async-perf) (\w+)(.*)/u.exec(line) ?? [];
  if (command !== '') {
    const help = helpOf(command);
    const flags = [...args.matchAll(/(?<=\s)--([\w-]+)/gu)].map(([, flag = '']) => flag);
    for (const flag of flags) {
      expect(help, line).toMatch(new RegExp(`--(?:no-)?${flag.replace(/^no-/u, '')}\\b`, 'u'));
    }
  }
  const [, script] = /npm run ([\w:-]+)/u.exec(line) ?? [];
  if (script !== undefined) {
    expect(scripts, line).toContain(script);
  }
  const named = [...line.matchAll(/codemods\/([\w-]+)\.js|--only=([\w,-]+)/gu)].flatMap(
    ([, file = '', list = '']) => (file === '' ? list.split(',') : [file]),
  );
  for (const codemod of named) {
    expect(existsSync(path.join(ROOT, `codemods/${codemod}.js`)), line).toBe(true);
  }
}

/** @type {Record<string, (code: string) => unknown>} */
const CHECKS = {
  js: (code) => createSourceCode(code, 'example.js'),
  ts: (code) => createSourceCode(code, 'example.ts'),
  json: (code) => format(code, { parser: 'json' }),
  yaml: (code) => format(code, { parser: 'yaml' }),
  sh: (code) => code.split('\n').forEach(expectToWork),
};

describe.each(PAGES)('%s', (page) => {
  it('shows code that parses, and commands that there are', async () => {
    for (const { language, code } of blocksOf(page)) {
      try {
        await CHECKS[language]?.(code);
      } catch (error) {
        throw new Error(`${page}:\n${code}`, { cause: error });
      }
    }
  });

  it('links to headings that there are', () => {
    const missing = [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/gu)]
      .map(([, target = '', anchor = '']) => ({
        target: target === '' ? page : path.join(path.dirname(page), target),
        anchor,
      }))
      .filter(({ target, anchor }) => !anchorsOf(target).includes(anchor));
    expect(missing).toEqual([]);
  });
});

/**
 * @param {string} page
 * @returns {string[]} The anchors that GitHub gives its headings.
 */
function anchorsOf(page) {
  return [...read(page).matchAll(/^#+ (.*)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
