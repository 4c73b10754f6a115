import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, it } from 'vitest';

import { codemod } from '../../codemods/stream-events-to-for-await.js';
import { convert } from '../../core/codemod/convert.js';

/** What converted TypeScript is to the compiler, which finds Node's types from here. */

const home = join(import.meta.dirname, '../../node_modules/.cache');
mkdirSync(home, { recursive: true });
const root = mkdtempSync(join(home, 'stream-types-'));
afterAll(() => rmSync(root, { recursive: true }));

/** @type {(stream: string, data: string, head?: string) => string} */
const read = (stream, data, head = `stream: ${stream}`) => `import fs from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
export function open(): NodeJS.ReadableStream { return fs.createReadStream('a'); }
export const used = [Readable, PassThrough];
export function read(${head}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let text = '';
    ${head.startsWith('stream') ? '' : `const stream${stream};`}
    stream.on('data', ${data});
    stream.on('end', () => resolve([chunks, size, text]));
    stream.on('error', reject);
  });
}
`;

const LISTENERS = {
  pushing: '(chunk) => chunks.push(chunk)',
  counting: '(chunk) => { size += chunk.byteLength; }',
  'of a type': '(chunk: Buffer) => { size += chunk.byteLength; }',
  'of a text': '(chunk: string) => { text += chunk.trim(); }',
  'of bytes': '(chunk: Uint8Array) => { size += chunk.byteLength; }',
  'of either': '(chunk: Buffer | string) => { text += chunk; }',
  'without a chunk': '() => { size += 1; }',
  'that assigns its chunk': '(chunk) => { chunk = Buffer.from(chunk); chunks.push(chunk); }',
};

const STREAMS = {
  parameter: ['NodeJS.ReadableStream'],
  readable: ['Readable'],
  'result of a function': [' = open()', ''],
  'declared variable': [': NodeJS.ReadWriteStream = new PassThrough()', ''],
  'cast variable': [" = fs.createReadStream('a') as NodeJS.ReadableStream", ''],
};

it('is without errors, whatever the chunks are called', () => {
  const paths = Object.entries(STREAMS).flatMap(([kind, [stream = '', head]]) =>
    Object.entries(LISTENERS).map(([name, data]) => {
      const path = join(root, `${kind} ${name}.ts`.replaceAll(' ', '-'));
      const source = read(stream, data, head);
      const converted = convert({ path, source }, codemod, { node: '20' });
      expect(converted.source, path).toContain('for await (');
      expect(converted.source.includes(' as AsyncIterable'), converted.source).toBe(
        kind !== 'readable' && name !== 'without a chunk',
      );
      writeFileSync(path, converted.source);
      return path;
    }),
  );
  const program = ts.createProgram(paths, {
    strict: true,
    noEmit: true,
    esModuleInterop: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    ignoreDeprecations: '6.0',
    types: ['node'],
  });
  const errors = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => [
      file?.fileName,
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ]);
  expect(errors).toEqual([]);
});
