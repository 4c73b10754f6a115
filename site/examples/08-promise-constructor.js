// Promises made by hand around other promises.
function save(store, user) {
  return new Promise((resolve, reject) => {
    store
      .save(user)
      .then((saved) => resolve(saved))
      .catch((error) => reject(error));
  });
}

async function total(prices) {
  const list = await Promise.resolve(prices);
  return list.reduce((sum, price) => sum + price, 0);
}

module.exports = { save: async (store, user) => save(store, await user), total };
