/** @import { Recorder } from '../recorder.js' */

import { createRequire } from 'node:module';
import path from 'node:path';

export const packageName = 'koa-router';

/** What the exercise does, for the reader of the demo. */
export const description =
  'requests through a router with parameters, prefixes, several middlewares, redirects and the answers to methods that are not there';

/**
 * @param {string} directory Of the package.
 * @param {Recorder} recorder
 */
export async function drive(directory, recorder) {
  const require = createRequire(path.join(directory, 'package.json'));
  const Router = require(directory);
  const co = require('co');
  const router = createRouter(Router, recorder);
  const requests = ['GET /', 'GET /users/7', 'GET /async', 'GET /old', 'GET /fail', 'GET /none'];
  for (const request of [...requests, 'OPTIONS /', 'DELETE /', 'PURGE /']) {
    const [method, url] = request.split(' ');
    await recorder.run(request, async () => {
      const context = {
        method,
        path: url,
        status: 404,
        set: (/** @type {unknown[]} */ ...details) => recorder.add('set', ...details),
        redirect: (/** @type {unknown} */ target) => recorder.add('redirect', target),
      };
      const last = (function* () {})();
      const routes = router.routes().call(context, last);
      await co(router.allowedMethods().call(context, routes));
      const { status, body, params } = Object.assign({ body: undefined, params: {} }, context);
      return { status, body, params };
    });
  }
  await recorder.run('url', () => router.url('user', { id: 3 }));
  await recorder.run('url of nothing', () => router.url('nobody'));
}

/**
 * @param {any} Router
 * @param {Recorder} recorder
 */
function createRouter(Router, recorder) {
  const router = new Router();
  router.use(function* log(/** @type {Generator} */ next) {
    recorder.add('in');
    yield* next;
    recorder.add('out');
  });
  router.param('id', function* (/** @type {string} */ id, /** @type {Generator} */ next) {
    recorder.add('param', id);
    yield* next;
  });
  /** @this {any} */
  function* home() {
    yield Promise.resolve();
    this.body = 'home';
    this.status = 200;
  }
  router.get('/', home);
  /** @this {any} */
  function* user() {
    this.body = yield Promise.resolve(`user ${this.params.id}`);
  }
  router.get('user', '/users/:id', user);
  /**
   * @this {any}
   * @param {unknown} context
   * @param {Promise<unknown>} next
   */
  async function slow(context, next) {
    recorder.add('async', typeof context, typeof next);
    this.body = 'async';
  }
  router.get('/async', slow);
  router.get('/fail', function* () {
    yield Promise.resolve();
    throw new Error('handler failed');
  });
  router.redirect('/old', '/new');
  return router;
}
