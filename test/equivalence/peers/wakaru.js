import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { guarded } from './typescript.js';

/** @import { Converter } from '../examine.js' */

const require = createRequire(import.meta.url);

/**
 * @returns {Converter} wakaru's command, which restores what compilers wrote.
 * @throws {Error} Where it is not installed.
 */
export function wakaru() {
  const ts = require('typescript');
  const manifest = findManifest();
  const { bin } = require(manifest);
  const command = join(dirname(manifest), typeof bin === 'string' ? bin : bin.wakaru);
  return guarded((text) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [command, '-'], {
      input: text,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`wakaru failed: ${stderr}`);
    // It writes ECMAScript modules; the harness runs CommonJS.
    const module = ts.ModuleKind.CommonJS;
    const compilerOptions = { module, target: ts.ScriptTarget.ESNext };
    return /^(?:import|export)\b/mu.test(stdout)
      ? ts.transpileModule(stdout, { compilerOptions }).outputText
      : stdout;
  });
}

/** @returns {string} The path of wakaru's package.json. */
function findManifest() {
  try {
    return require.resolve('@wakaru/cli/package.json');
  } catch (cause) {
    throw new Error(
      'npm run peers needs @wakaru/cli, whose packages by platform a lock file cannot name: run npm install --no-save @wakaru/cli@1.12.0',
      { cause },
    );
  }
}
