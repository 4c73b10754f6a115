import EngineWorker from '../../engine/worker.js?worker';

/**
 * The engine in its worker. A question that takes longer than a person waits is given up with its worker, and the
 * next one gets a new worker.
 */
export class Engine {
  #worker = new EngineWorker();
  #count = 0;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  constructor() {
    this.#listen();
  }

  /**
   * @param {Omit<import('../../engine/worker.js').Question, 'id'>} question
   * @param {number} [most] Milliseconds.
   * @returns {Promise<any>} What the worker has found.
   * @throws {Error} If the engine fails, or takes too long.
   */
  ask(question, most = 20_000) {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#restart(), most);
      const settled =
        (/** @type {(value: any) => void} */ settle) => (/** @type {any} */ value) => {
          clearTimeout(timer);
          this.#waiting.delete(id);
          settle(value);
        };
      this.#waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
      this.#worker.postMessage({ ...question, id });
    });
  }

  #listen() {
    this.#worker.addEventListener('message', ({ data }) => {
      const { resolve, reject } = this.#waiting.get(data.id) ?? {};
      if (data.failure === undefined) {
        resolve?.(data);
      } else {
        reject?.(new Error(data.failure));
      }
    });
    this.#worker.addEventListener('error', ({ message }) => {
      this.#waiting.forEach(({ reject }) =>
        reject(new Error(message || 'the engine did not load')),
      );
    });
  }

  #restart() {
    this.#worker.terminate();
    this.#waiting.forEach(({ reject }) => reject(new Error('the engine took too long')));
    this.#worker = new EngineWorker();
    this.#listen();
  }
}
