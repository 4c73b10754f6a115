import { describe, expect, it } from 'vitest';

import { withDependency, withoutDependency } from '../../core/project/manifest-text.js';

const pMap = { name: 'p-map', range: '^4.0.0' };

describe('withDependency', () => {
  it.each([
    [
      'in the order of the alphabet',
      '{\n  "dependencies": {\n    "a": "1",\n    "z": "1"\n  }\n}\n',
      '{\n  "dependencies": {\n    "a": "1",\n    "p-map": "^4.0.0",\n    "z": "1"\n  }\n}\n',
    ],
    [
      'behind all others',
      '{\n\t"dependencies": {\n\t\t"a": "1"\n\t}\n}',
      '{\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"p-map": "^4.0.0"\n\t}\n}',
    ],
    [
      'as the first',
      '{"dependencies":{},"name":"a"}',
      '{"dependencies":{\n    "p-map": "^4.0.0"\n  },"name":"a"}',
    ],
    [
      'where there are none',
      '{\r\n  "name": "a"\r\n}\r\n',
      '{\r\n  "name": "a",\r\n  "dependencies": {\r\n    "p-map": "^4.0.0"\r\n  }\r\n}\r\n',
    ],
    [
      'in place of what is no object',
      '{ "dependencies": null, "name": "a" }',
      '{ "dependencies": {\n    "p-map": "^4.0.0"\n  }, "name": "a" }',
    ],
    ['in an empty object', '{}\n', '{\n  "dependencies": {\n    "p-map": "^4.0.0"\n  }\n}\n'],
    [
      'not in the dependencies of something else',
      '{\n  "pnpm": { "dependencies": { "x": "1" } },\n  "dependencies": {\n    "a": "1"\n  }\n}\n',
      '{\n  "pnpm": { "dependencies": { "x": "1" } },\n  "dependencies": {\n    "a": "1",\n    "p-map": "^4.0.0"\n  }\n}\n',
    ],
    [
      'beside a range with braces',
      '{ "dependencies": { "git": "https://x/{a}" } }',
      '{ "dependencies": { "git": "https://x/{a}", "p-map": "^4.0.0" } }',
    ],
  ])('adds %s', (_, text, expected) => {
    expect(withDependency(text, pMap)).toBe(expected);
    expect(JSON.parse(expected).dependencies['p-map']).toBe('^4.0.0');
  });
});

describe('withoutDependency', () => {
  it.each([
    [
      'the first',
      '{\n  "dependencies": {\n    "co": "1",\n    "z": "1"\n  }\n}\n',
      '{\n  "dependencies": {\n    "z": "1"\n  }\n}\n',
    ],
    [
      'the last',
      '{\n  "dependencies": {\n    "a": "1",\n    "co": "1"\n  }\n}\n',
      '{\n  "dependencies": {\n    "a": "1"\n  }\n}\n',
    ],
    [
      'the only one',
      '{\r\n  "dependencies": {\r\n    "co": "1"\r\n  }\r\n}\r\n',
      '{\r\n  "dependencies": {}\r\n}\r\n',
    ],
    [
      'the one of the package, not that of something else',
      '{ "x": { "dependencies": { "co": "1" } }, "dependencies": { "co": "{1}", "a": "}" } }',
      '{ "x": { "dependencies": { "co": "1" } }, "dependencies": { "a": "}" } }',
    ],
    [
      'none that is not there',
      '{ "devDependencies": { "co": "1" } }',
      '{ "devDependencies": { "co": "1" } }',
    ],
  ])('removes %s', (_, text, expected) => {
    expect(withoutDependency(text, 'co')).toBe(expected);
    expect(JSON.parse(expected).dependencies?.co).toBeUndefined();
  });
});
