// Code that stays, and why: a callback that may come more than once, and one that comes at once.
function watch(source, callback) {
  source.on('change', (value) => callback(null, value));
}

function parse(text, callback) {
  try {
    callback(null, JSON.parse(text));
  } catch (error) {
    callback(error);
  }
}

module.exports = { watch, parse };
