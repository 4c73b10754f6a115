import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../converters.js';
import { renderPeers } from './peers.js';
import { renderProof } from './proof.js';
import { formatDocument, readResults } from './write.js';

describe.each([
  { name: 'proof', render: renderProof },
  { name: 'peers', render: renderPeers },
])('docs/$name.md', ({ name, render }) => {
  it('shows the results that are committed', async () => {
    const document = readFileSync(join(ROOT, 'docs', `${name}.md`), 'utf8');
    expect(document).toBe(await formatDocument(render(readResults(name))));
  });
});
