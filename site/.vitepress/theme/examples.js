const TEXTS = import.meta.glob('../../examples/*.js', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** @type {{ name: string, source: string }[]} In the order of their files. */
export const EXAMPLES = Object.entries(TEXTS).map(([path, source]) => ({
  name: path.replace(/^.*\/\d+-|\.js$/gu, '').replaceAll('-', ' '),
  source: String(source),
}));
