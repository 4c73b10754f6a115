import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { fetchPackages } from '../../bench/packages.js';
import { pageAddress } from '../../rules/shared/addresses.js';
import { LanguageClient } from './language-client.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PLUGIN = new URL('../../index.js', import.meta.url).href;
const SOURCE = `import { promisify } from 'node:util';
import { exec } from 'node:child_process';

export async function branch() {
  const run = promisify(exec);
  return run('git branch --show-current');
}

export async function load(store, key) {
  const value = await new Promise((resolve) => resolve(store.get(key)));
  return value.trim();
}
`;

/** Below the root, where the server finds ESLint. */
let folder = '';
/** @type {LanguageClient} */
let client;
let uri = '';
/** @type {any} The edit that the server asked for last. */
let applied;

beforeAll(async () => {
  const server = 'vscode-langservers-extracted';
  const packages = await fetchPackages(server, { [server]: `${server}@4.10.0` });
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(path.join(ROOT, '.cache/language-server-'));
  // A server of its own: what is made on every call of a command, as this package has one, is not reported.
  const manifest = { name: 'example', dependencies: { express: '^5.0.0' } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    path.join(folder, 'eslint.config.mjs'),
    `import asyncPerf from '${PLUGIN}';\nexport default [asyncPerf.configs.recommended];\n`,
  );
  const workspace = { uri: pathToFileURL(folder).href, name: 'example' };
  client = new LanguageClient(
    path.join(packages, 'node_modules', server, 'bin/vscode-eslint-language-server'),
    folder,
    (method, params) => {
      switch (method) {
        case 'workspace/configuration':
          return params.items.map(() => settingsFor(workspace));
        case 'workspace/applyEdit':
          applied = params.edit;
          return { applied: true };
        default:
          return undefined;
      }
    },
  );
  await client.request('initialize', {
    processId: process.pid,
    rootUri: workspace.uri,
    workspaceFolders: [workspace],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
      textDocument: {
        diagnostic: {},
        codeAction: {
          codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } },
          resolveSupport: { properties: ['edit'] },
          dataSupport: true,
        },
      },
    },
  });
  client.notify('initialized', {});
  uri = pathToFileURL(path.join(folder, 'example.mjs')).href;
  client.notify('textDocument/didOpen', {
    textDocument: { uri, languageId: 'javascript', version: 1, text: SOURCE },
  });
});

afterAll(() => {
  client?.stop();
  if (folder) {
    rmSync(folder, { recursive: true });
  }
});

/**
 * What VS Code answers by default, as far as the server reads it.
 *
 * @param {{ uri: string, name: string }} workspaceFolder
 */
function settingsFor(workspaceFolder) {
  return {
    validate: 'on',
    packageManager: 'npm',
    // The server in this packaging knows flat configurations as an experiment of ESLint 8.
    experimental: { useFlatConfig: false },
    codeAction: {
      disableRuleComment: { enable: true, location: 'separateLine', commentStyle: 'line' },
      showDocumentation: { enable: true },
    },
    codeActionOnSave: { mode: 'all' },
    format: false,
    quiet: false,
    onIgnoredFiles: 'off',
    options: {},
    rulesCustomizations: [],
    run: 'onType',
    problems: { shortenToSingleLine: false },
    nodePath: null,
    workingDirectory: { mode: 'location' },
    workspaceFolder,
  };
}

/** @returns {Promise<any[]>} */
async function readDiagnostics() {
  const report = await client.request('textDocument/diagnostic', { textDocument: { uri } });
  return report.items;
}

/**
 * @param {string} rule
 * @returns {Promise<string>} The text after the first quick fix for the rule's problem.
 */
async function applyQuickFix(rule) {
  const diagnostic = (await readDiagnostics()).find(({ code }) => code === `async-perf/${rule}`);
  const [action] = await client.request('textDocument/codeAction', {
    textDocument: { uri },
    range: diagnostic.range,
    context: { diagnostics: [diagnostic], only: ['quickfix'] },
  });
  applied = undefined;
  await client.request('workspace/executeCommand', action.command);
  return textAfter(applied);
}

/** @returns {Promise<string>} The text after the action for the whole file, which editors run on save. */
async function applyToFile() {
  const [action] = await client.request('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    context: { diagnostics: [], only: ['source.fixAll.eslint'] },
  });
  return textAfter(action.edit);
}

/**
 * @param {any} workspaceEdit
 * @returns {string}
 */
function textAfter(workspaceEdit) {
  let text = SOURCE;
  for (const { range, newText } of [...readEdits(workspaceEdit)].reverse()) {
    text = text.slice(0, offsetOf(range.start)) + newText + text.slice(offsetOf(range.end));
  }
  return text;
}

/**
 * @param {any} workspaceEdit
 * @returns {{ range: { start: Position, end: Position }, newText: string }[]}
 */
function readEdits({ documentChanges: [change] }) {
  expect(change.textDocument.uri).toBe(uri);
  return change.edits;
}

/**
 * @typedef {object} Position
 * @property {number} line From 0.
 * @property {number} character From 0.
 */

/**
 * @param {Position} position
 * @returns {number}
 */
function offsetOf({ line, character }) {
  const lines = SOURCE.split('\n').slice(0, line);
  return lines.reduce((sum, { length }) => sum + length + 1, character);
}

/**
 * @param {string} text
 * @returns {{ start: Position, end: Position }} Where it stands in the source.
 */
function rangeOf(text) {
  const lines = SOURCE.split('\n');
  const line = lines.findIndex((one) => one.includes(text));
  const character = lines[line]?.indexOf(text) ?? -1;
  return { start: { line, character }, end: { line, character: character + text.length } };
}

describe("in ESLint's language server", () => {
  it('a finding is underlined, and its code leads to the page of the rule', async () => {
    const diagnostics = await readDiagnostics();
    const shown = diagnostics.map(({ source, code, codeDescription, range }) => ({
      source,
      code,
      codeDescription,
      range,
    }));
    expect(shown).toEqual([
      {
        source: 'eslint',
        code: 'async-perf/no-promisify-in-function',
        codeDescription: { href: pageAddress('rules/no-promisify-in-function.md') },
        range: rangeOf('promisify(exec)'),
      },
      {
        source: 'eslint',
        code: 'async-perf/no-promise-wrapped-await',
        codeDescription: { href: pageAddress('rules/no-promise-wrapped-await.md') },
        range: rangeOf('new Promise((resolve) => resolve(store.get(key)))'),
      },
    ]);
    expect(diagnostics[0].message).toMatch(/^`promisify` makes the same function again/u);
  });

  it('the quick fix of what can be mended safely writes what ESLint writes', async () => {
    expect(await applyQuickFix('no-promisify-in-function')).toBe(
      SOURCE.replace('  const run = promisify(exec);\n', '').replace(
        "from 'node:child_process';\n",
        "from 'node:child_process';\nconst run = promisify(exec);\n",
      ),
    );
  });

  it('the action for the whole file writes the fixes, and no suggestion', async () => {
    expect(await applyToFile()).toBe(await applyQuickFix('no-promisify-in-function'));
  });

  it('the quick fix of a suggestion writes what it says', async () => {
    expect(await applyQuickFix('no-promise-wrapped-await')).toBe(
      SOURCE.replace('new Promise((resolve) => resolve(store.get(key)))', 'store.get(key)'),
    );
  });
});
