// Waits that could run side by side, and blocking work in a request.
const fs = require('fs');
const express = require('express');

const app = express();

app.get('/', async (req, res) => {
  const user = await fetch('https://example.org/user');
  const news = await fetch('https://example.org/news');
  const page = fs.readFileSync('page.html', 'utf8');
  res.send(page + (await user.text()) + (await news.text()));
});
