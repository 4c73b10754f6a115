// The library `async`, version 3: one step after the other.
const async = require('async');
const fs = require('fs');

function publish(draft, target, callback) {
  async.waterfall(
    [
      (next) => fs.readFile(draft, 'utf8', next),
      (text, next) => fs.writeFile(target, text.trim(), next),
    ],
    callback,
  );
}

publish('draft.md', 'page.md', (err) => {
  if (err) console.error(err);
});
