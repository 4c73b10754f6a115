// Bluebird: its own methods, and a constructor.
const Promise = require('bluebird');

async function load(ids, store) {
  const users = await Promise.map(ids, (id) => store.user(id));
  await Promise.delay(100);
  const settings = await Promise.try(() => store.settings());
  return { users, settings };
}

module.exports = { load };
