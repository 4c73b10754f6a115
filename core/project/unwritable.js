/** A file that the system does not let be written. */
export class UnwritableError extends Error {
  /**
   * @param {unknown} cause With a `reason`, where it is none of the system's.
   * @param {string} rest The state of the files, and the next step.
   */
  constructor(cause, rest) {
    const {
      code = '',
      path = '',
      message,
      reason = `cannot be written (${code})`,
    } = /** @type {NodeJS.ErrnoException & { reason?: string }} */ (cause);
    super(`${path ? `${path} ${reason}` : message}: ${rest}`, { cause });
    this.name = 'UnwritableError';
  }
}
