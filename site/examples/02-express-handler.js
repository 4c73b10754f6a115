// A request handler of Express that waits by callbacks.
const express = require('express');
const fs = require('fs');

const app = express();

app.get('/pages/:name', (req, res, next) => {
  fs.readFile(`pages/${req.params.name}.html`, 'utf8', (err, page) => {
    if (err) return next(err);
    if (page === '') return res.status(404).end();
    res.send(page);
  });
});
