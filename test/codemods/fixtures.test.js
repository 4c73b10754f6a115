import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { codemodsByName } from './all-codemods.js';

/**
 * `fixtures/CODEMOD/CASE/input.*`, with `output.*` beside it, or without one if the file must not
 * change. `sites.json` lists what becomes of each site, `options.json` the options.
 */
const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url));
const codemods = await codemodsByName();

/**
 * @param {string} directory
 * @param {string} stem
 * @returns {string | undefined}
 */
function readStem(directory, stem) {
  const name = readdirSync(directory).find((entry) => entry.startsWith(`${stem}.`));
  return name && join(directory, name);
}

/** @param {string} text */
const withWindowsLines = (text) => text.replaceAll(/\r?\n/gu, '\r\n');

describe.each(readdirSync(fixtures))('%s', (name) => {
  const codemod = codemods.get(name);

  it.each(readdirSync(join(fixtures, name)))('%s', (entry) => {
    const directory = join(fixtures, name, entry);
    const path = readStem(directory, 'input');
    if (!codemod || !path) {
      throw new Error(`${directory}: a fixture needs an input file and a codemod of its name`);
    }
    const outputPath = readStem(directory, 'output');
    const source = readFileSync(path, 'utf8');
    const optionsPath = join(directory, 'options.json');
    const options = existsSync(optionsPath) ? JSON.parse(readFileSync(optionsPath, 'utf8')) : {};

    const conversion = convert({ path, source }, codemod, options);

    expect(conversion.error).toBeUndefined();
    expect(conversion.source).toBe(outputPath ? readFileSync(outputPath, 'utf8') : source);
    expect(conversion.changed).toBe(outputPath !== undefined);
    const again = convert({ path, source: conversion.source }, codemod, options);
    expect(again.source, 'a second run changes nothing').toBe(conversion.source);
    const sitesPath = join(directory, 'sites.json');
    if (existsSync(sitesPath)) {
      const sites = conversion.sites.map(
        ({ line, status, reason }) => `${line} ${reason ?? status}`,
      );
      expect(sites).toEqual(JSON.parse(readFileSync(sitesPath, 'utf8')));
    }
    const onWindows = convert({ path, source: withWindowsLines(source) }, codemod, options);
    expect(onWindows.source, 'line ends of Windows stay').toBe(withWindowsLines(conversion.source));
  });
});
