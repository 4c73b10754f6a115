// What costs without need: an async reduce, and an await of a promise that is only made around a value.
async function sum(ids, load) {
  return ids.reduce(async (before, id) => (await before) + (await load(id)), Promise.resolve(0));
}

async function cached(cache, key, load) {
  return await new Promise((resolve) => resolve(load(key)));
}

module.exports = { sum, cached };
