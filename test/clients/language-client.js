/** @import { ChildProcessWithoutNullStreams } from 'node:child_process' */

import { spawn } from 'node:child_process';

const HEADER_END = '\r\n\r\n';

/**
 * @typedef {object} Message
 * @property {number | string} [id]
 * @property {string} [method]
 * @property {any} [params]
 * @property {any} [result]
 * @property {{ message: string }} [error]
 */

/**
 * The side of an editor in a conversation with a language server over its standard streams.
 *
 * https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
 */
export class LanguageClient {
  #server;
  #answerOf;
  #received = Buffer.alloc(0);
  #lastId = 0;
  /** @type {Map<number | string, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #pending = new Map();
  #printed = '';

  /**
   * @param {string} file The server's program, run by this Node.
   * @param {string} cwd
   * @param {(method: string, params: any) => unknown} answerOf What the editor answers to a request.
   */
  constructor(file, cwd, answerOf) {
    this.#answerOf = answerOf;
    /** @type {ChildProcessWithoutNullStreams} */
    this.#server = spawn(process.execPath, [file, '--stdio'], { cwd });
    this.#server.stdout.on('data', (/** @type {Buffer} */ chunk) => this.#receive(chunk));
    this.#server.stderr.on('data', (/** @type {Buffer} */ chunk) => {
      this.#printed += String(chunk);
    });
    this.#server.on('exit', (code) => {
      for (const { reject } of this.#pending.values()) {
        reject(new Error(`The server exited with ${code}: ${this.#printed}`));
      }
    });
  }

  /**
   * @param {string} method
   * @param {unknown} [params]
   * @returns {Promise<any>} The result.
   */
  request(method, params) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  /**
   * @param {string} method
   * @param {unknown} params
   */
  notify(method, params) {
    this.#send({ method, params });
  }

  stop() {
    this.#pending.clear();
    this.#server.kill();
  }

  /** @param {Message} message */
  #send(message) {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}${HEADER_END}${text}`);
  }

  /** @param {Buffer} chunk */
  #receive(chunk) {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const end = this.#received.indexOf(HEADER_END);
      const header = this.#received.subarray(0, Math.max(0, end)).toString();
      const length = Number(/Content-Length: (\d+)/iu.exec(header)?.[1]);
      const start = end + HEADER_END.length;
      if (end === -1 || this.#received.length < start + length) {
        return;
      }
      const text = this.#received.subarray(start, start + length).toString();
      this.#received = this.#received.subarray(start + length);
      this.#handle(JSON.parse(text));
    }
  }

  /** @param {Message} message */
  #handle({ id, method, params, result, error }) {
    if (id !== undefined && method !== undefined) {
      this.#send({ id, result: this.#answerOf(method, params) ?? null });
      return;
    }
    const waiting = id === undefined ? undefined : this.#pending.get(id);
    if (waiting && id !== undefined) {
      this.#pending.delete(id);
      if (error) {
        waiting.reject(new Error(error.message));
      } else {
        waiting.resolve(result);
      }
    }
  }
}
