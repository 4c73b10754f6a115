import { expect, it } from 'vitest';

import { modulesBehind } from '../../core/analysis/modules/modules-behind.js';
import { nodesOfType } from '../../core/analysis/syntax/nodes.js';
import { createSourceCode } from '../../core/source/source-code.js';

const CIRCLE = `const lib = require('lib');
let a = () => b;
let b = () => c || other;
let c = () => a || lib.go;
let other = () => alone;
function alone() { return alone; }
`;

it.each([['a b c alone'], ['c b a alone'], ['alone b c a'], ['b alone a c']])(
  'are those of a whole circle, whoever of it is asked about first: %s',
  (names) => {
    const asked = names.split(' ');
    const sourceCode = createSourceCode(`${CIRCLE}${asked.join('(); ')}();`, 'a.js');
    const calls = nodesOfType(sourceCode, 'CallExpression').slice(1);
    const found = calls.map(({ callee }) => modulesBehind(sourceCode, callee).join());
    expect(found).toEqual(asked.map((name) => (name === 'alone' ? '' : 'lib')));
    expect(modulesBehind(sourceCode, undefined)).toEqual([]);
  },
);
