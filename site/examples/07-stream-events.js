// A stream read by its events.
const fs = require('fs');

function count(file) {
  return new Promise((resolve, reject) => {
    let lines = 0;
    const stream = fs.createReadStream(file, 'utf8');
    stream.on('data', (chunk) => {
      lines += chunk.split('\n').length - 1;
    });
    stream.on('error', reject);
    stream.on('end', () => resolve(lines));
  });
}

module.exports = { count };
