import { createHash } from 'node:crypto';

/**
 * An order by a seed in which every item has its place whatever else there is: what is drawn from
 * findings stays drawn where some of the others are gone.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {string} seed
 * @param {(item: Item) => string} nameOf
 * @returns {Item[]}
 */
export function shuffle(items, seed, nameOf) {
  return items
    .map((item) => ({ item, rank: rankOf(`${seed} ${nameOf(item)}`) }))
    .sort((left, right) => (left.rank < right.rank ? -1 : 1))
    .map(({ item }) => item);
}

/** @param {string} text */
function rankOf(text) {
  return createHash('sha256').update(text).digest('hex');
}
