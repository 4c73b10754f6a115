/** A file that the system does not let be written. */
export class UnwritableError extends Error {
  /**
   * @param {unknown} cause
   * @param {string} rest What has become of the files, and what is to be done.
   */
  constructor(cause, rest) {
    const { code = '', path = '', message } = /** @type {NodeJS.ErrnoException} */ (cause);
    super(`${path ? `${path} cannot be written (${code})` : message}: ${rest}`, { cause });
    this.name = 'UnwritableError';
  }
}
