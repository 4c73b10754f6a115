import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { main as compare } from '../../bench/compare-results.js';
import { findNode, NodeNotFound } from '../../bench/nodes.js';
import { planRun } from '../../bench/plan.js';
import { createProgress, formatTime } from '../../bench/progress.js';
import { createResults, readAllResults, readResults, writeResults } from '../../bench/results.js';
import { generateDocs } from '../../bench/report.js';
import { loadScenarios } from '../../bench/scenarios.js';
import { main } from '../../bench/run.js';
import { ChildError } from '../../bench/child.js';

const OWN = { version: process.versions.node, execPath: process.execPath };

/** @type {string} */
let out;

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'async-perf-test-'));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(console, 'log').mockReturnValue(undefined);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(out, { recursive: true, force: true });
});

const settings = () => ({ quick: true, resume: true, timeout: 20_000, out });

/** @param {Partial<import('../../bench/suites.js').Suite>} parts */
function suite(parts) {
  return {
    id: 'probe',
    title: 'Probe',
    node: '8.0.0',
    quick: true,
    run: async () => 1,
    report: () => undefined,
    ...parts,
  };
}

/**
 * The machine may be too busy for an unbiased control.
 *
 * @param {{ low: number, high: number }} interval
 */
async function setControl(interval) {
  const file = path.join(out, `${OWN.version}.json`);
  const results = JSON.parse(await readFile(file, 'utf8'));
  const { time, timeFan } = results.scenarios['co-wrap'].figures;
  [time, timeFan].forEach((each) => each && Object.assign(each.control, interval));
  await writeFile(file, JSON.stringify(results));
}

vi.setConfig({ testTimeout: 120_000 });

describe('planRun', () => {
  it('writes each outcome as soon as it is there, and resumes after it', async () => {
    const runs = vi.fn(async () => ({ figure: 1 }));
    const suites = [suite({ run: runs }), suite({ id: 'later', run: async () => ({ figure: 2 }) })];
    const plan = await planRun(OWN, [], suites, settings());
    expect(plan.steps.map(({ label }) => label)).toEqual([
      `Node ${OWN.version}: probe`,
      `Node ${OWN.version}: later`,
    ]);
    // Interrupted after the first step.
    expect(await plan.steps[0]?.run()).toEqual([]);
    expect((await readResults(OWN.version, out))?.suites['probe']?.data).toEqual({ figure: 1 });

    const resumed = await planRun(OWN, [], suites, settings());
    expect(resumed.steps.map(({ label }) => label)).toEqual([`Node ${OWN.version}: later`]);
    await resumed.steps[0]?.run();
    const results = await readResults(OWN.version, out);
    expect(Object.keys(results?.suites ?? {})).toEqual(['later', 'probe']);
    expect(runs).toHaveBeenCalledTimes(1);
  });

  it('keeps the finished results when a suite fails, and says why', async () => {
    const failing = suite({
      id: 'failing',
      run: async () => {
        throw new ChildError('killed', 'The process was ended by SIGKILL');
      },
    });
    const plan = await planRun(OWN, [], [suite({}), failing], settings());
    for (const step of plan.steps) await step.run();
    const results = await readResults(OWN.version, out);
    expect(results?.suites['probe']?.data).toBe(1);
    expect(results?.suites['failing']?.failed).toMatch(/SIGKILL/u);
    const resumed = await planRun(OWN, [], [suite({}), failing], settings());
    expect(resumed.steps.map(({ label }) => label)).toEqual([`Node ${OWN.version}: failing`]);
  });

  it('measures a scenario and does not measure it again when resumed', async () => {
    const scenarios = await loadScenarios({ only: ['co-wrap'] });
    const plan = await planRun(OWN, scenarios, [], settings());
    expect(await plan.steps[0]?.run()).toEqual([]);
    const figures = (await readResults(OWN.version, out))?.scenarios['co-wrap']?.figures;
    expect(figures?.before.ticks).toBe(3);
    await setControl({ low: 1.5, high: 2 });
    expect((await planRun(OWN, scenarios, [], settings())).steps, 'biased').toHaveLength(1);
    await setControl({ low: 0.5, high: 2 });
    expect((await planRun(OWN, scenarios, [], settings())).steps).toEqual([]);
    const [scenario] = scenarios;
    if (!scenario) throw new Error('co-wrap is missing');
    const changed = { ...scenario, before: `${scenario.before}\n// changed\n` };
    expect((await planRun(OWN, [changed], [], settings())).steps).toHaveLength(1);
  });

  it('names the machines of all figures, and one again once all are measured on it', async () => {
    const { results } = await planRun(OWN, [], [], settings());
    const machine = { ...results.machine, cpu: 'Another' };
    const suites = { probe: { data: 1, load: 0, date: 'today' } };
    await writeResults({ ...results, machine, suites }, out);
    const cpuOf = async (/** @type {import('../../bench/suites.js').Suite[]} */ measured) =>
      (await planRun(OWN, [], measured, { ...settings(), resume: false })).results.machine.cpu;
    expect(await cpuOf([])).toBe(`Another and ${results.machine.cpu}`);
    expect(await cpuOf([suite({ id: 'other' })])).toBe(`Another and ${results.machine.cpu}`);
    expect(await cpuOf([suite({})])).toBe(results.machine.cpu);
  });

  it('reports a scenario that hangs and goes on', async () => {
    const [scenario] = await loadScenarios({ only: ['co-wrap'] });
    if (!scenario) throw new Error('co-wrap is missing');
    const hanging = {
      ...scenario,
      before: `${scenario.before}\nsetInterval(() => {}, 1000);\nexports.run = () => new Promise(() => {});\n`,
    };
    const plan = await planRun(OWN, [hanging], [], { ...settings(), timeout: 1500 });
    const failures = await plan.steps[0]?.run();
    expect(failures?.length).toBeGreaterThan(0);
    expect(failures?.every((failure) => /No result after 1\.5 s/u.test(failure))).toBe(true);
    const results = await readResults(OWN.version, out);
    expect(results?.scenarios['co-wrap']?.figures.failures).toHaveLength(failures?.length ?? 0);
  });

  it('keeps what another run wrote meanwhile', async () => {
    const one = await planRun(OWN, [], [suite({})], settings());
    const other = await planRun(OWN, [], [suite({ id: 'other' })], settings());
    await one.steps[0]?.run();
    await other.steps[0]?.run();
    const suites = (await readResults(OWN.version, out))?.suites ?? {};
    expect(Object.keys(suites)).toEqual(['other', 'probe']);
  });

  it('loses nothing when many write at the same moment', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `probe-${String(index).padStart(2, '0')}`);
    const plans = await Promise.all(ids.map((id) => planRun(OWN, [], [suite({ id })], settings())));
    await Promise.all(plans.map((plan) => plan.steps[0]?.run()));
    expect(Object.keys((await readResults(OWN.version, out))?.suites ?? {})).toEqual(ids);
    expect(await readdir(out)).toEqual([`${OWN.version}.json`]);
  });

  it('does not wait for a run that was killed while it wrote', async () => {
    const lock = path.join(out, `${OWN.version}.json.lock`);
    await mkdir(lock);
    await utimes(lock, new Date(0), new Date(0));
    const plan = await planRun(OWN, [], [suite({})], settings());
    expect(await plan.steps[0]?.run()).toEqual([]);
    expect(await readdir(out)).toEqual([`${OWN.version}.json`]);
  });

  it('keeps the figures of a scenario that fails when it is measured again', async () => {
    const scenarios = await loadScenarios({ only: ['co-wrap'] });
    const plan = await planRun(OWN, scenarios, [], settings());
    await plan.steps[0]?.run();
    const measured = await readResults(OWN.version, out);
    const again = await planRun(OWN, scenarios, [], { ...settings(), resume: false, timeout: 1 });
    expect((await again.steps[0]?.run())?.join()).toMatch(/No result after/u);
    expect((await readResults(OWN.version, out))?.scenarios).toEqual(measured?.scenarios);
  });

  it('tries the first child of a Node once more when it is killed', async () => {
    const execPath = path.join(out, 'node');
    const counter = path.join(out, 'started');
    await writeFile(
      execPath,
      `#!/bin/sh\nif [ ! -e ${counter} ]; then touch ${counter}; kill -9 $$; fi\nexec ${process.execPath} "$@"\n`,
      { mode: 0o755 },
    );
    const plan = await planRun({ ...OWN, execPath }, [], [suite({})], settings());
    expect(plan.results.v8).toBe(process.versions.v8);
  });

  it('leaves out what the Node cannot run', async () => {
    const plan = await planRun(OWN, [], [suite({ node: '99.0.0' })], settings());
    expect(plan.steps).toEqual([]);
  });
});

describe('npm run bench', () => {
  it('goes on without a Node that is not to be had, and fails in the end', async () => {
    const code = await main([
      '--quick',
      '--node',
      'nonsense,current',
      '--only',
      'await-order',
      '--out',
      out,
    ]);
    expect(code).toBe(1);
    expect((await readResults(OWN.version, out))?.suites['await-order']?.data).toBeDefined();
    const written = vi
      .mocked(process.stderr.write)
      .mock.calls.map(([text]) => text)
      .join('');
    expect(written).toMatch(/"nonsense" is no Node version/u);
  });

  it('measures a Node once, by whatever names it is asked for', async () => {
    const node = `current,${OWN.version},${OWN.version}`;
    await main(['--quick', '--node', node, '--only', 'await-order', '--out', out]);
    expect(vi.mocked(console.log).mock.calls.flat().join('\n')).toMatch(/\n1 steps in/u);
  });

  it('says why nothing is measured', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
    expect(await main(['--quick', '--only', 'doxbee', '--out', out])).toBe(1);
    expect(error.mock.calls.flat().join('\n')).toMatch(
      /^Nothing is measured:\n {2}Node .*: doxbee takes too long for --quick$/u,
    );
    const plan = await planRun(OWN, [], [suite({ node: '99.0.0' })], settings());
    expect(plan.leftOut).toEqual([`Node ${OWN.version}: probe needs Node 99.0.0 or above`]);
  });

  it('refuses a time that no timer takes', async () => {
    await expect(main(['--timeout', '2147484', '--out', out])).rejects.toThrow(
      '--timeout 2147484: give at most 2147483 seconds',
    );
  });

  it('refuses a name that nothing has, and a time that is none', async () => {
    await expect(main(['--only', 'no-such-thing', '--out', out])).rejects.toThrow(/no-such-thing/u);
    await expect(main(['--timeout', 'soon', '--out', out])).rejects.toThrow(/--timeout soon/u);
    await expect(main(['--node=', '--out', out])).rejects.toThrow(/--node names no version/u);
  });
});

describe('findNode', () => {
  it('knows the running Node', async () => {
    expect(await findNode('current')).toEqual(OWN);
    expect(await findNode(process.versions.node)).toEqual(OWN);
  });

  it('says what is wrong with a version', async () => {
    await expect(findNode('>=8')).rejects.toThrow(NodeNotFound);
    await expect(findNode('latest')).rejects.toThrow(/"latest" is no Node version/u);
  });
});

/** @param {object} parts */
function broken(parts) {
  return JSON.stringify({ ...createResults({ version: '1.0.0', v8: '1.0' }), ...parts });
}

describe('results files', () => {
  it('are read back as written, in a stable order', async () => {
    const results = createResults({ version: '24.0.0', v8: '13.6' });
    results.suites = {
      second: { data: 2, load: 0, date: 'today' },
      first: { data: 1, load: 0, date: 'today' },
    };
    await writeResults(results, out);
    expect(await readResults('24.0.0', out)).toEqual(results);
    const text = await readFile(path.join(out, '24.0.0.json'), 'utf8');
    expect(text.indexOf('"first"')).toBeLessThan(text.indexOf('"second"'));
  });

  it.each([
    ['{"schema": 1, "nod', /is damaged \(.*\)/u],
    ['', /is damaged \(.*\)/u],
    ['{"schema": 9}', /has schema 9, not 1/u],
    ['null', /is no results file \(it holds no object\)/u],
    ['[]', /is no results file \(it holds no object\)/u],
    ['{}', /is no results file \(it has no schema\)/u],
    ['{"schema": 1}', /is no results file \(it names no Node\)/u],
    ['{"schema": 1, "node": "20.0.0"}', /is no results file \(it has no machine\)/u],
    [broken({ scenarios: { x: {} } }), /its scenario x is not complete/u],
    [broken({ scenarios: { x: null } }), /its scenario x is not complete/u],
    [broken({ suites: { x: {} } }), /its suite x is not complete/u],
  ])('that hold %s say what to do, to every reader', async (text, message) => {
    const file = path.join(out, '1.0.0.json');
    await writeFile(file, text);
    for (const read of [
      () => readResults('1.0.0', out),
      () => readAllResults(out),
      () => compare([out]),
      () => generateDocs({ results: out }),
    ]) {
      const reading = read();
      await expect(reading).rejects.toThrow(message);
      await expect(reading).rejects.toThrow(file);
      await expect(reading).rejects.toThrow(/Delete it, .* and run the bench again$/u);
    }
    await writeFile(path.join(out, `${OWN.version}.json`), text);
    await expect(main(['--quick', '--resume', '--out', out])).rejects.toThrow(message);
  });

  it('are looked for in a folder that is there', async () => {
    await expect(compare([path.join(out, 'none')])).rejects.toThrow(/none has no results/u);
    await expect(compare(['--all'])).rejects.toThrow(/--all/u);
    expect(await compare(['--help'])).toBe(0);
  });

  it('that are not there are none', async () => {
    expect(await readResults('3.0.0', out)).toBeUndefined();
  });
});

describe('progress', () => {
  it('shows what is done and the time left', () => {
    const lines = /** @type {string[]} */ ([]);
    const stream = /** @type {NodeJS.WriteStream} */ (
      /** @type {unknown} */ ({
        isTTY: false,
        write: (/** @type {string} */ text) => lines.push(text),
      })
    );
    const progress = createProgress(2, stream);
    progress.begin('one');
    progress.end('one');
    progress.end('two');
    expect(lines[0]).toContain('0/2 time left unknown one');
    expect(lines[1]).toMatch(/1\/2 \d+ s left one/u);
    expect(lines[2]).toContain('2/2 0 s left two');
    expect(formatTime(125_000)).toBe('2 min 5 s');
  });
});
