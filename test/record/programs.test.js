/** @import { Converter } from '../equivalence/examine.js' */

import util from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { instrument } from '../../core/record/instrument.js';
import { FileRecorder } from '../../core/record/recorder.js';
import { runCampaign } from '../equivalence/campaign.js';
import { LANGUAGES } from '../equivalence/languages.js';
import { showCounterexample } from '../equivalence/report.js';

/** Random programs behave the same with probes: each is run beside itself, in every scenario. */

const RECORDER = Symbol.for('async-perf.record');

/** What the probes of all programs have told. */
const seen = { calls: 0, kinds: 0 };

class CountingRecorder extends FileRecorder {
  /** @type {FileRecorder['after']} */
  after(id, value) {
    seen.calls += 1;
    return super.after(id, value);
  }

  /** @type {FileRecorder['kind']} */
  kind(id, value) {
    seen.kinds += 1;
    return super.kind(id, value);
  }
}

beforeAll(() => {
  const recorder = new CountingRecorder(0, () => false, '');
  Object.defineProperty(util, RECORDER, { value: { file: () => recorder }, configurable: true });
});

afterAll(() => {
  Reflect.deleteProperty(util, RECORDER);
});

/** @type {Converter} */
const addProbes = (text) => {
  if (text.includes('asyncPerf0')) {
    return { source: text, sites: [] };
  }
  const instrumented = instrument(text, 'program.js', 0);
  return {
    source: instrumented?.code.replace(/\n\/\/# sourceMappingURL=.*$/u, '') ?? text,
    sites: [],
  };
};

describe.each(LANGUAGES.filter(({ isProject, judge }) => !isProject && !judge))(
  'programs of $name',
  (language) => {
    it('behave the same with probes', { timeout: 120_000 }, async () => {
      const own = { ...language, options: {}, onlyBehaviour: true };
      const { counterexamples } = await runCampaign({
        language: own,
        convert: addProbes,
        runs: 25,
        seed: 46,
      });
      expect(counterexamples.map(showCounterexample).join('\n')).toBe('');
    });
  },
);

it('has been told what they did', () => {
  expect(seen.calls).toBeGreaterThan(1000);
  expect(seen.kinds).toBeGreaterThan(1000);
});
