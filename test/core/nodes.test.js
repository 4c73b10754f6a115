import { expect, it } from 'vitest';

import { isWithin, nodesOfType, nodesWithin } from '../../core/analysis/syntax/nodes.js';
import { read } from './sources.js';

const TEXT = `a(b(1), () => { c(d()); });
function f(x = e()) { return g(x)(h\`\${i()}\`); }
@j() class K { @l(m()) n = o(); }
p();`;

it('finds the nodes of a type within another as a look at all of them does', () => {
  const sourceCode = read(TEXT, 'a.ts');
  const types = /** @type {const} */ (['CallExpression', 'Identifier', 'ArrowFunctionExpression']);
  const ancestors = [
    sourceCode.ast,
    ...types.flatMap((type) => [...nodesOfType(sourceCode, type)]),
    ...nodesOfType(sourceCode, 'ClassDeclaration'),
  ];
  for (const ancestor of ancestors) {
    for (const type of types) {
      const within = nodesWithin(sourceCode, type, ancestor);
      const all = nodesOfType(sourceCode, type).filter((node) => isWithin(node, ancestor));
      expect(new Set(within)).toEqual(new Set(all));
      const starts = within.map(({ range }) => range[0]);
      expect(starts).toEqual([...starts].sort((left, right) => left - right));
    }
  }
});
