// Coroutines of co.
const co = require('co');

const load = co.wrap(function* (store, id) {
  const user = yield store.user(id);
  const [orders, messages] = yield [store.orders(user), store.messages(user)];
  return { user, orders, messages };
});

module.exports = { load };
