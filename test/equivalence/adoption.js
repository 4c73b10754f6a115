/** @import { Effect, RunRecord } from './execute.js' */

/**
 * A promise where a callback was: it has no parameter for one, no receiver to call it on, and what was
 * thrown at once is a rejection.
 *
 * @param {RunRecord} original
 * @param {RunRecord} converted
 * @param {'keep' | 'async'} api With `keep` whoever gave a callback sees no promise.
 * @returns {[RunRecord, RunRecord]} Without that.
 */
export function withoutAdoption(original, converted, api) {
  const before = { ...original, calls: [...original.calls] };
  const after = { ...converted, calls: [...converted.calls] };
  for (const [index, call] of converted.calls.entries()) {
    const own = original.calls[index];
    if (!call.adopted || !own) continue;
    // Who gives no callback was not there before, and gets one result.
    const most = api === 'keep' ? 1 : Infinity;
    const callbacks = own.callbacks
      .slice(0, most)
      .map((text) => text.replace(', on its receiver', ''));
    before.calls[index] = { ...own, callbacks };
    before.effects = withFirst(before.effects, call.path, most);
    const isList = own.results > 1;
    after.calls[index] = {
      ...call,
      length: own.length,
      callbacks: isList ? call.callbacks.map(unlisted) : call.callbacks,
    };
    if (isList) {
      after.effects = after.effects.map((effect) =>
        effect.branch === call.path && effect.text.startsWith('callback(')
          ? { ...effect, text: unlisted(effect.text) }
          : effect,
      );
    }
    const thrown = /^threw (?<error>.*)$/su.exec(own.returned)?.groups?.['error'];
    if (
      thrown !== undefined &&
      callbacks.length === 0 &&
      call.callbacks[0] === `(${thrown}) later`
    ) {
      after.calls[index] = {
        ...after.calls[index],
        callbacks: [],
        ...(api === 'async'
          ? { returned: 'Promise', settled: `rejected ${thrown}` }
          : { returned: own.returned, settled: own.settled }),
      };
      after.effects = after.effects.filter(
        ({ branch, text }) => branch !== call.path || !text.startsWith('callback('),
      );
    }
  }
  return [before, after];
}

/**
 * @param {Effect[]} effects
 * @param {string} path
 * @param {number} most
 * @returns {Effect[]} Without the calls of a callback but so many.
 */
function withFirst(effects, path, most) {
  let count = 0;
  return effects.filter(
    ({ branch, text }) => branch !== path || !text.startsWith('callback(') || ++count <= most,
  );
}

/** @param {string} text @returns {string} `(null, [1, 2])` as `(null, 1, 2)`. */
const unlisted = (text) =>
  text.replace(/\(null, \[(.*)\]\)/su, '(null, $1)').replace(/(?:, undefined)+\)/u, ')');
