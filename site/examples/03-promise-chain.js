// A chain of promises with a branch and an error handler.
function loadUser(id) {
  return fetch(`/users/${id}`)
    .then((response) => {
      if (!response.ok) {
        throw new Error(`user ${id}: ${response.status}`);
      }
      return response.json();
    })
    .then((user) => ({ ...user, name: user.name.trim() }))
    .catch((error) => {
      console.error(error);
      return undefined;
    });
}
