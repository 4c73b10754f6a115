import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

it('forgets the files that are done with one by one', () => {
  const script = fileURLToPath(new URL('promoted.js', import.meta.url));
  const { statuses, grown } = JSON.parse(
    execFileSync(process.execPath, [script], { encoding: 'utf8' }),
  );
  expect(statuses).toEqual(Array(5).fill('converted'));
  // 5 MB; 28 and more where each tree is kept until the whole heap is collected.
  expect(grown).toBeLessThan(15);
});
