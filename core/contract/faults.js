const FRAME = '    at ';

/**
 * @param {unknown} error One that code of this package has thrown where it must not.
 * @returns {string} Its message, and the function, file and line that it comes from.
 */
export function describeFault(error) {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [first] = message.split('\n', 1);
  const frame = stack.split('\n').find((line) => line.startsWith(FRAME));
  return `${first}, at ${frame?.slice(FRAME.length) ?? 'an unknown place'}`;
}
