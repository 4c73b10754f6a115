import { describe, expect, it } from 'vitest';

import { REFUSALS } from '../../core/contract/refusals.js';
import { refuseExample } from '../../scripts/docs/refused-example.js';
import { codemodsByName } from '../codemods/all-codemods.js';

const codemods = await codemodsByName();

describe('the table of refusals', () => {
  it('is in alphabetical order', () => {
    expect(Object.keys(REFUSALS)).toEqual(Object.keys(REFUSALS).sort());
  });

  // No code shows these: they need a recorded run, a whole migration or a faulty pattern.
  const shownElsewhere = [
    'not-tested',
    'output-does-not-parse',
    'seen-otherwise',
    'taken-back',
    'verification-failed',
  ];
  const shown = Object.entries(REFUSALS).filter(([reason]) => !shownElsewhere.includes(reason));

  it.each(shown)('%s: its example is refused for that reason', (reason, entry) => {
    const reasons = refuseExample(entry, [...codemods.values()]).map((site) => site.reason);

    expect(reasons).toContain(reason);
  });

  it.each(Object.entries(REFUSALS))('%s: says what is in the way and what to do', (_, entry) => {
    expect(entry.message).toMatch(/[^. ]$/u);
    expect(entry.advice).toMatch(/^[A-Z].*\.$/u);
  });
});
