/** A path that should name a file, and cannot be read as one. */
export class UnreadableError extends Error {
  /**
   * @param {string} path
   * @param {string} reason Follows the path in a sentence, such as `is a directory`.
   * @param {string} code As in the errors of `node:fs`; `ENOTFILE` for what is no regular file, `EFBIG` for
   *   one that is too large.
   */
  constructor(path, reason, code) {
    super(`${path} ${reason}`);
    this.name = 'UnreadableError';
    this.path = path;
    this.reason = reason;
    this.code = code;
  }
}
