/**
 * What the playground shows, as the part of an address behind `#`: JSON, deflated, in base64url.
 *
 * @param {object} state
 * @returns {Promise<string>}
 */
export async function encodeState(state) {
  const bytes = await through(
    new CompressionStream('deflate-raw'),
    new TextEncoder().encode(JSON.stringify(state)),
  );
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/u, '');
}

/**
 * @param {string} text
 * @returns {Promise<any>} Undefined for a text that `encodeState` has not written.
 */
export async function decodeState(text) {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const plain = await through(new DecompressionStream('deflate-raw'), bytes);
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    return undefined;
  }
}

/**
 * @param {CompressionStream | DecompressionStream} stream
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
async function through(stream, bytes) {
  const body = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}
