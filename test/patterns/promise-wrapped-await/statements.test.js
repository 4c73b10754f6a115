import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/unwrap-promises.js';
import { convert } from '../../../core/codemod/convert.js';
import { observe } from '../../codemods/promise-chain/observe.js';

/** @param {string} body */
const unwrap = (body) => {
  const source = `exports.run = async () => {\n${body}\n};\n`;
  return { source, output: convert({ path: 'a.jsx', source }, codemod, { node: '20' }).source };
};

const NAMES = `  const names = await op('n');\n`;
const END = `\n  return log('end', v);`;

describe('statements of a function that is called on the spot', () => {
  it.each([
    [
      'give the value that they wait for',
      `${NAMES}  const v = await (async (names) => {\n    log('x', names);\n    const lines = await op('l', names);\n    return op('q', lines);\n  })(names);${END}`,
      `${NAMES}  log('x', names);\n  const lines = await op('l', names);\n  const v = await op('q', lines);${END}`,
    ],
    [
      'give what is there',
      `${NAMES}  const [v] = await (async (names) => {\n    const lines = await op('l', names);\n    return [lines, 1];\n  })(names);${END}`,
      `${NAMES}  const lines = await op('l', names);\n  const [v] = [lines, 1];${END}`,
    ],
    [
      'have the name of the value already',
      `  const v = await (async () => {\n    const v = await op('l');\n    log('x', v);\n    return v;\n  })();${END}`,
      `  const v = await op('l');\n  log('x', v);${END}`,
    ],
    [
      'are returned, in a try',
      `  try {\n    return await (async () => {\n      const lines = await op('l');\n      return op('m', lines);\n    })();\n  } catch (error) {\n    return log('c', error);\n  }`,
      `  try {\n    const lines = await op('l');\n    return await op('m', lines);\n  } catch (error) {\n    return log('c', error);\n  }`,
    ],
    [
      'make closures in a loop',
      `  const made = [];\n  for (const i of [1, 2]) {\n    const v = await (async () => {\n      const j = i * 2;\n      made.push(() => j);\n      return op('z', j);\n    })();\n    log('v', v);\n  }\n  return made.map((fn) => fn());`,
      `  const made = [];\n  for (const i of [1, 2]) {\n    const j = i * 2;\n    made.push(() => j);\n    const v = await op('z', j);\n    log('v', v);\n  }\n  return made.map((fn) => fn());`,
    ],
    [
      'begin with a bracket',
      `  const a = await op('a')\n  const v = await (async () => {\n    [1].forEach((x) => log('f', x))\n    const w = await op('w')\n    return [w, a]\n  })()${END}`,
      `  const a = await op('a')\n  ;[1].forEach((x) => log('f', x))\n  const w = await op('w')\n  const v = [w, a]${END}`,
    ],
    [
      'give the last of several things',
      `  const w = 5;\n  const names = [];\n  if (w) {\n    let v = await (async () => {\n      const q = await op('q');\n      return log('x', q), w;\n    })();\n    names.push(v);\n  }\n  return log('end', names);`,
      `  const w = 5;\n  const names = [];\n  if (w) {\n    const q = await op('q');\n    let v = (log('x', q), w);\n    names.push(v);\n  }\n  return log('end', names);`,
    ],
    [
      'have no semicolon of their own',
      `  const v = await (async () => {\n    const w = await op('w')\n    return op('v', w)\n  })();\n  [1].forEach((x) => log('f', x));${END}`,
      `  const w = await op('w')\n  const v = await op('v', w);\n  [1].forEach((x) => log('f', x));${END}`,
    ],
    [
      'give a function without a name',
      `  const v = await (async () => {\n    const w = await op('w');\n    return () => w;\n  })();\n  return log('end', v.name, v());`,
      `  const w = await op('w');\n  const v = await (() => w);\n  return log('end', v.name, v());`,
    ],
    [
      'end in a block',
      `  const v = await (async () => {\n    const v = await op('v');\n    if (v) {\n      log('x', v);\n    }\n    return v;\n  })();${END}`,
      `  const v = await op('v');\n  if (v) {\n    log('x', v);\n  }${END}`,
    ],
  ])('that %s stand in its place', async (_, body, expected) => {
    const { source, output } = unwrap(body);
    expect(output).toBe(`exports.run = async () => {\n${expected}\n};\n`);
    const { labels } = await observe(source, {});
    for (const faults of [
      {},
      ...labels.map((label) => ({ [label]: /** @type {const} */ ('reject') })),
    ]) {
      expect(await observe(output, faults)).toEqual(await observe(source, faults));
    }
  });

  it.each([
    [
      'a name stands for something else around it',
      `  const lines = 5;\n  const v = await (async () => {\n    const lines = await op('l');\n    return [lines];\n  })();\n  return log('end', v, lines);`,
    ],
    [
      'what is given may change on the way',
      `  let names = await op('n');\n  setImmediate(() => { names = 3; });\n  const v = await (async (names) => {\n    await op('l', names);\n    return [names];\n  })(names);${END}`,
    ],
    [
      'a parameter changes',
      `${NAMES}  const v = await (async (names) => {\n    names = await op('l', names);\n    return [names];\n  })(names);\n  return log('end', v, names);`,
    ],
    [
      'it returns early',
      `${NAMES}  const v = await (async (names) => {\n    if (!names) return 0;\n    await op('l', names);\n    return [names];\n  })(names);${END}`,
    ],
    [
      'the name of the value holds a promise in it',
      `  const v = await (async () => {\n    const v = op('l');\n    log('s');\n    return v;\n  })();${END}`,
    ],
    [
      'it has a this of its own',
      `  const v = await (async function () {\n    await op('l');\n    return [this];\n  })();${END}`,
    ],
    [
      'an element goes by the name',
      `  const v = await (async () => {\n    const Lines = await op('l');\n    return [Lines];\n  })();\n  return log('end', <Lines v={v} />);`,
    ],
    [
      'code is made of text around it',
      `  const v = await (async () => {\n    const w = await op('w');\n    return [w];\n  })();\n  return log('end', v, eval('typeof w'));`,
    ],
    [
      'it declares what reaches further',
      `  const v = await (async () => {\n    var w = await op('l');\n    return [w];\n  })();${END}`,
    ],
  ])('stay where %s', (_, body) => {
    const { source, output } = unwrap(body);
    expect(output).toBe(source);
  });
});
