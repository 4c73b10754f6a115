import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse } from '@babel/parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { renderMarkdown } from '../bin/terminal/markdown.js';
import { createPaint } from '../bin/terminal/style.js';
import { REFUSALS } from '../core/contract/refusals.js';
import {
  onlyProgram,
  restorePublishedCode,
  stripPublishedCode,
  withoutComments,
  withoutExamples,
  withoutIndentation,
  onlyPublishedPage,
  onlyPublishedReadme,
  withoutOptionalPunctuation,
  withoutPadding,
  withoutSpaces,
  withoutTrailingCommas,
} from '../scripts/published-code.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/**
 * @param {string} source
 * @returns {unknown} The tree without comments and positions.
 */
function treeOf(source) {
  const { program } = parse(source, { sourceType: 'module', attachComment: false });
  const omitted = ['start', 'end', 'column', 'index', 'loc', 'parenStart', 'trailingComma'];
  const isOmitted = (/** @type {string} */ key) => omitted.includes(key);
  return JSON.parse(
    JSON.stringify(program, (key, value) =>
      typeof value === 'bigint'
        ? String(value)
        : isOmitted(key) || (key === 'extra' && Object.keys(value).every(isOmitted))
          ? undefined
          : value,
    ),
  );
}

it('leaves out of the README what is for the repository', () => {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const published = onlyPublishedReadme(readme);
  expect(readme).toContain('npm run trials');
  expect(published).not.toContain('npm run trials');
  expect(published.match(/<details>/gu)).toHaveLength(2);
  expect(published).toMatch(/\nMIT\n$/u);
});

describe('withoutComments', () => {
  it.each([
    ['a line of its own', '// why\nf();\n', '\nf();\n'],
    ['at the end of a line', 'f(); // why\ng();\n', 'f();\ng();\n'],
    ['between tokens', 'f(/* why */a)', 'f( a)'],
    ['between words', 'typeof/**/a', 'typeof a'],
    ['over several lines', '/**\n * Why.\n */\nf();', '\n\n\nf();'],
    ['after which the line has to end', 'x = 1 /*\n*/ y = 2', 'x = 1 \n  y = 2'],
    [
      'in the first line, beside a hashbang',
      '#!/usr/bin/env node\n// why\n',
      '#!/usr/bin/env node\n\n',
    ],
    ['that is none: a string', 'f("// a");', 'f("// a");'],
    ['that is none: a template with spaces at a line’s end', '`// a  \n`;', '`// a  \n`;'],
    ['that is none: a regular expression', '/\\/\\*/u.test(a);', '/\\/\\*/u.test(a);'],
    ['in a template’s expression', '`${a /* why */}  \n`', '`${a  }  \n`'],
    ['with Windows line ends', 'f(); // why\r\ng();\r\n', 'f();\r\ng();\r\n'],
  ])('takes out one %s', (_, source, expected) => {
    expect(withoutComments(source)).toBe(expected);
  });
});

describe('withoutIndentation', () => {
  it.each([
    ['of statements', 'if (a) {\n  b();\n\tc();\r\n}\n', 'if (a) {\nb();\nc();\r\n}\n'],
    ['that ends at a template', 'if (a)\n  `b`;', 'if (a)\n`b`;'],
    ['in a template’s expression', '`${\n  a\n}`', '`${\na\n}`'],
    ['that is none: a template', '`\n  a ${b}\n  c`', '`\n  a ${b}\n  c`'],
    ['that is none: an empty line of a template', '`a\n  \n`', '`a\n  \n`'],
    ['that is none: a string over lines', "'a\\\n  b';", "'a\\\n  b';"],
  ])('takes out what is %s', (_, source, expected) => {
    expect(withoutIndentation(source)).toBe(expected);
  });
});

describe('withoutSpaces', () => {
  it.each([
    ['beside punctuation', 'const { a, b = 1 } = c ;', 'const{a,b=1}=c;'],
    [
      'around an arrow',
      'export const f = async ( a ) => await g( a );',
      'export const f=async(a)=>await g(a);',
    ],
    ['beside a string', "import a from 'b  c' ;", "import a from'b  c';"],
    [
      'beside private names',
      'class A { #b = 1; c() { return #b in this && this . #b; } }',
      'class A{#b=1;c(){return #b in this&&this.#b;}}',
    ],
    ['in a template’s expression', '`  ${ a + b }  `', '`  ${a+b}  `'],
    ['at the start', '\n\nf();', 'f();'],
    ['of line breaks', 'f(\n  a,\n);\n\n\ng();\nif (a) {\n  b\n}\nc', 'f(a,);g();if(a){b}\nc'],
    ['of a conditional with a fraction', 'a ? .5 : b', 'a?.5:b'],
  ])('takes out those %s', (_, source, expected) => {
    expect(withoutSpaces(source)).toBe(expected);
    expect(treeOf(expected)).toEqual(treeOf(source));
  });

  it.each([
    ['words', 'typeof a in b'],
    ['signs', 'a+ +b- --c'],
    ['a number and its property', '1 .toFixed()'],
    ['slashes', 'a= /b/.test(c) / /d/.exec(e)'],
    ['what would begin a comment in a script', 'a< !--b'],
    ['letters beyond ASCII', 'let é=ß in ö'],
    ['statements', 'f()\ng()'],
    ['a condition and its statement', 'if(a)\nb();'],
    ['lines in a template', '`;\n  ${a};\n`'],
    ['words in a string', "'a  +  b'"],
  ])('leaves those between %s', (_, source) => {
    expect(withoutSpaces(source)).toBe(source);
  });
});

describe('withoutTrailingCommas', () => {
  it.each([
    ['arguments', 'f(a, b,);', 'f(a, b);'],
    ['parameters', 'function f(a = [b,],) {}', 'function f(a = [b]) {}'],
    ['properties', 'const { a, } = { b, };', 'const { a } = { b };'],
    ['elements', '[a, [b,],];', '[a, [b]];'],
    ['names', "import { a, } from 'b';", "import { a } from 'b';"],
  ])('takes out those of %s', (_, source, expected) => {
    expect(withoutTrailingCommas(source)).toBe(expected);
    expect(treeOf(expected)).toEqual(treeOf(source));
  });

  it.each([
    ['holes', '[, a, , ]; [,];'],
    ['a sequence', 'f((a, b));'],
    ['strings', "',)';"],
    ['expressions', '/,]/u; `,}`;'],
  ])('leaves those of %s', (_, source) => {
    expect(withoutTrailingCommas(source)).toBe(source);
  });
});

describe('withoutOptionalPunctuation', () => {
  it.each([
    ['semicolons before a brace', 'if(a){b();}else{throw c;}', 'if(a){b()}else{throw c}'],
    ['parentheses of a parameter', 'f((a)=>b,(c)=>{d();});', 'f(a=>b,c=>{d()});'],
    [
      'line breaks after a body',
      'if(a){b}\nclass C{d(){}\n}\nwhile(e){}\nf();',
      'if(a){b}class C{d(){}}while(e){}f();',
    ],
  ])('takes out %s', (_, source, expected) => {
    expect(withoutOptionalPunctuation(source)).toBe(expected);
    expect(treeOf(expected)).toEqual(treeOf(source));
  });

  it.each([
    ['semicolons that are statements', 'if(a){while(b);}'],
    [
      'parentheses of other parameters',
      'f(async(a)=>b,(c=1)=>d,({e})=>e,()=>g,(...h)=>h,(i,j)=>i);',
    ],
    ['line breaks after an expression', 'a={}\nb'],
    ['what is in strings', "';}\\n(a)=>';"],
  ])('leaves %s', (_, source) => {
    expect(withoutOptionalPunctuation(source)).toBe(source);
  });
});

describe('onlyProgram', () => {
  it('changes no module of the package', () => {
    for (const directory of ['core', 'rules', 'codemods', 'bin', 'bench']) {
      for (const name of readdirSync(path.join(ROOT, directory), { recursive: true })) {
        if (!/\.c?js$/u.test(String(name))) continue;
        const source = readFileSync(path.join(ROOT, directory, String(name)), 'utf8');
        const stripped = onlyProgram(source);
        expect(treeOf(stripped), String(name)).toEqual(treeOf(source));
        expect(parse(stripped, { sourceType: 'module' }).comments, String(name)).toEqual([]);
      }
    }
  });
});

describe('onlyPublishedPage', () => {
  it('keeps the costs of the newest Node', () => {
    const page =
      '<!-- begin measured cost -->\n\n| Node | Ticks |\n| --- | --- |\n| 20.1.0 | 1 |\n| 26.1.0 | 2 |\n\n<!-- end measured cost -->\n\n| 1 | x |\n| 2 | y |\n';
    expect(onlyPublishedPage(page)).toBe(page.replace('| 20.1.0 | 1 |\n', ''));
  });

  it('keeps how many findings were right, and leaves out which', () => {
    const page =
      '## In real code\n\n<!-- begin real code -->\n\nOf 2 findings, 1 was.\n\nWorth it:\n\n- `a`\n\n<!-- end real code -->\n';
    expect(onlyPublishedPage(page)).toBe(page.replace('\nWorth it:\n\n- `a`\n', ''));
  });

  it('names the pages that the package does not have, and links to those that it has', () => {
    const page =
      'See [how](../benchmarks.md#a-b) and [a rule](../rules/no-x.md), [here](#there).\n';
    expect(onlyPublishedPage(page)).toBe(
      'See how (`docs/benchmarks.md` of the repository) and [a rule](../rules/no-x.md), [here](#there).\n',
    );
  });
});

describe('withoutExamples', () => {
  it('takes them out of the table of refusals, and nothing else', async () => {
    const file = path.join(ROOT, 'core', 'contract', 'refusals.js');
    const text = withoutExamples(readFileSync(file, 'utf8'));
    const bare = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    expect(bare.REFUSALS).toEqual(
      Object.fromEntries(
        Object.entries(REFUSALS).map(([code, { advice, message }]) => [code, { message, advice }]),
      ),
    );
  });
});

describe('withoutPadding', () => {
  it('takes out what aligns the cells of a table', () => {
    const page = 'A  b\n\n| a   | b  |\n| --- | ----: |\n| 1 — | `x  y` |\n';
    expect(withoutPadding(page)).toBe('A  b\n\n| a | b |\n| --- | ---: |\n| 1 — | `x  y` |\n');
  });

  it('leaves code alone', () => {
    const page = '```js\nconst a = b\n|   c;\n```\n\n| a    |\n';
    expect(withoutPadding(page)).toBe('```js\nconst a = b\n|   c;\n```\n\n| a |\n');
  });

  it('changes nothing that `explain` shows of a page', () => {
    const paint = createPaint({ isTTY: false });
    for (const name of readdirSync(path.join(ROOT, 'docs'), { recursive: true })) {
      if (!/^(?:rules|codemods).*\.md$/u.test(String(name))) continue;
      const page = readFileSync(path.join(ROOT, 'docs', String(name)), 'utf8');
      expect(renderMarkdown(withoutPadding(page), { paint }), String(name)).toBe(
        renderMarkdown(page, { paint }),
      );
    }
  });
});

describe('a package on its way out', () => {
  const source = '// why\nexport const a = 1; // and how\n';
  /** @type {string} */
  let root;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'async-perf-published-'));
    mkdirSync(path.join(root, 'core/deep'), { recursive: true });
    const manifest = { name: 'a', version: '1.0.0', files: ['index.js', 'core', 'types'] };
    writeFileSync(path.join(root, 'package.json'), JSON.stringify(manifest));
    for (const file of ['index.js', 'core/deep/a.js', 'other.js']) {
      writeFileSync(path.join(root, file), source);
    }
    writeFileSync(path.join(root, 'index.js'), source, { mode: 0o755 });
    writeFileSync(path.join(root, 'core/notes.md'), '| a   |\n');
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');

  it('is the bare program and page, and as it was again afterwards', () => {
    stripPublishedCode(root);
    expect(read('index.js')).toBe('export const a=1;');
    expect(read('core/deep/a.js')).toBe('export const a=1;');
    expect(read('core/notes.md')).toBe('| a |\n');
    expect(read('other.js')).toBe(source);
    restorePublishedCode(root);
    expect(read('core/notes.md')).toBe('| a   |\n');
    expect(read('index.js')).toBe(source);
    expect(read('core/deep/a.js')).toBe(source);
    expect(readdirSync(path.join(root, '.cache'))).toEqual([]);
  });

  it('loses nothing when packing was interrupted, or does not get beyond a file', () => {
    stripPublishedCode(root);
    stripPublishedCode(root);
    writeFileSync(path.join(root, 'core/z.js'), 'no program');
    expect(() => stripPublishedCode(root)).toThrow();
    restorePublishedCode(root);
    expect(read('index.js')).toBe(source);
    expect(read('core/deep/a.js')).toBe(source);
    expect(read('core/z.js')).toBe('no program');
  });

  it('is left alone where nothing waits', () => {
    restorePublishedCode(root);
    expect(read('index.js')).toBe(source);
  });

  it.runIf(process.platform !== 'win32')('stays executable', () => {
    const mode = () => execFileSync('stat', ['-c', '%a', path.join(root, 'index.js')]).toString();
    const before = mode();
    stripPublishedCode(root);
    expect(mode()).toBe(before);
    restorePublishedCode(root);
    expect(mode()).toBe(before);
  });
});
