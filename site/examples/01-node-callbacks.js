// Node-style callbacks: an application's function, called from this file alone.
const fs = require('fs');

function readConfig(file, callback) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return callback(err);
    fs.stat(file, (err, stats) => {
      if (err) return callback(err);
      callback(null, { text, size: stats.size });
    });
  });
}

function main() {
  readConfig('config.json', (err, config) => {
    if (err) throw err;
    console.log(config.size);
  });
}

main();
