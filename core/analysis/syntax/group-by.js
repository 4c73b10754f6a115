/**
 * `Map.groupBy`, which Node has from 21 on.
 *
 * @template Each, Key
 * @param {Iterable<Each>} values
 * @param {(value: Each) => Key} keyOf
 * @returns {Map<Key, Each[]>} In the order of the values.
 */
export function groupBy(values, keyOf) {
  /** @type {Map<Key, Each[]>} */
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) {
      group.push(value);
    } else {
      groups.set(key, [value]);
    }
  }
  return groups;
}
