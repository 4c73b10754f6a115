/**
 * Loader hook: a `file:` address that carries `?source=` is answered with that text.
 *
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context: object) => unknown} nextLoad
 */
export function load(url, context, nextLoad) {
  const source = new URL(url).searchParams.get('source');
  if (source === null) return nextLoad(url, context);
  return {
    format: 'module',
    source: Buffer.from(source, 'base64').toString('utf8'),
    shortCircuit: true,
  };
}
