/** @import { FileList } from './file-list.js' */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { extname, join } from 'node:path';
import util from 'node:util';
import { MessagePort, isMainThread, threadId } from 'node:worker_threads';

import { addHook } from 'pirates';

import { realPathOf, withProbes } from './esm.js';
import { readFileList } from './file-list.js';
import { hookJest } from './jest.js';
import { addProbes } from './probed-text.js';
import { FileRecorder, listenToTurns } from './recorder.js';
import { beforeSignals } from './signals.js';
import { isViteOfVitest, loadStandIn, standInFor } from './vite.js';

/**
 * Loaded by `--import` in front of each Node program that the recorded command starts: puts probes into the files of
 * the project as they are loaded, and writes down what the probes saw: soon after it happened, and at the end.
 */

/** Milliseconds between two writes. */
const SHORTEST = 20;

/** How much of its time a process spends with writing, at most: a tenth. */
const SHARE = 10;

/** Bound here, since tests replace them. */
const { setTimeout: delay } = globalThis;
const { now } = performance;

const list = readFileList();
if (list) {
  startRecorder(list);
  hookLoaders(list);
}

/** @param {FileList} files */
function startRecorder({ directory, tests }) {
  /** By the number and the version of a file. @type {Map<string, FileRecorder>} */
  const recorders = new Map();
  const isTest = (/** @type {string} */ definition) => tests.has(Number.parseInt(definition, 10));
  // Core modules are the same in every realm: jest runs tests in one of their own.
  Object.defineProperty(util, Symbol.for('async-perf.record'), {
    value: {
      file(/** @type {number} */ number, /** @type {string} */ version) {
        const key = `${number}-${version}`;
        let recorder = recorders.get(key);
        if (!recorder) {
          recorder = new FileRecorder(number, isTest, version);
          recorders.set(key, recorder);
        }
        return recorder;
      },
    },
  });
  const name = `${process.pid}-${isMainThread ? 0 : threadId}-${process.hrtime.bigint()}.json`;
  const path = join(directory, name);
  let isDirty = false;
  let isPlanned = false;
  let next = 0;
  const write = () => {
    isPlanned = false;
    if (isDirty) {
      isDirty = false;
      const started = now.call(performance);
      mkdirSync(directory, { recursive: true });
      writeFileSync(`${path}.part`, JSON.stringify([...recorders.values()]));
      renameSync(`${path}.part`, path);
      const ended = now.call(performance);
      next = ended + Math.max(SHORTEST, (ended - started) * SHARE);
    }
  };
  listenToTurns(() => {
    isDirty = true;
    if (!isPlanned) {
      isPlanned = true;
      delay(write, Math.max(0, next - now.call(performance))).unref();
    }
  });
  const writeAll = () => {
    isDirty = recorders.size > 0;
    write();
  };
  process.on('exit', writeAll);
  if (isMainThread) {
    beforeSignals(writeAll);
  }
  // Runners end their workers without a word as soon as these have answered.
  beforeMessages(() => {
    if (isPlanned) {
      write();
    }
  });
}

/** @param {() => void} listener Called before a worker answers the program that started it. */
function beforeMessages(listener) {
  const { send } = process;
  if (send) {
    process.send = function (/** @type {any[]} */ ...message) {
      listener();
      return send.apply(process, /** @type {any} */ (message));
    };
  }
  if (!isMainThread) {
    const { prototype } = MessagePort;
    const { postMessage } = prototype;
    prototype.postMessage = function (/** @type {any[]} */ ...message) {
      listener();
      postMessage.apply(this, /** @type {any} */ (message));
    };
  }
}

/** @param {FileList} files */
function hookLoaders(files) {
  const { numbers } = files;
  const addTo = (/** @type {string} */ path, /** @type {string | undefined} */ source) => {
    const number = numbers.get(realPathOf(path));
    return number === undefined
      ? undefined
      : addProbes(source ?? readFileSync(path, 'utf8'), path, number, files);
  };
  addHook((source, path) => addTo(path, source) ?? source, {
    exts: [...new Set([...numbers.keys()].map((path) => extname(path)))],
    matcher: (path) => numbers.has(realPathOf(path)),
  });
  hookJest(addTo);
  const { registerHooks } = /** @type {any} */ (nodeModule);
  if (registerHooks) {
    registerHooks({
      resolve(
        /** @type {string} */ specifier,
        /** @type {any} */ context,
        /** @type {any} */ next,
      ) {
        const resolved = next(specifier, context);
        return isViteOfVitest(specifier, context.parentURL) ? standInFor(resolved.url) : resolved;
      },
      load: (/** @type {string} */ url, /** @type {unknown} */ context, /** @type {any} */ next) =>
        loadStandIn(url) ?? withProbes(url, next(url, context), files),
    });
  } else if (files.mayHaveModules) {
    // These hooks run in a thread of their own, and its start takes as long as many a test.
    nodeModule.register('./loader.js', import.meta.url);
  }
}
