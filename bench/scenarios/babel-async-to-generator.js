/** @type {import('../scenarios.js').Scenario} */
export default {
  id: 'babel-async-to-generator',
  title: '`_asyncToGenerator`, what Babel writes for old targets',
  rules: ['no-generator-coroutine', 'no-downleveled-async'],
  codemods: ['generator-to-async'],
  claims: ['bytes', 'time'],
  node: '8.0.0',
  fan: 100,
  before: `
function asyncGeneratorStep(n, t, e, r, o, a, c) { try { var i = n[a](c), u = i.value; } catch (n) { return void e(n); } i.done ? t(u) : Promise.resolve(u).then(r, o); }
function _asyncToGenerator(n) { return function () { var t = this, e = arguments; return new Promise(function (r, o) { var a = n.apply(t, e); function _next(n) { asyncGeneratorStep(a, r, o, _next, _throw, "next", n); } function _throw(n) { asyncGeneratorStep(a, r, o, _next, _throw, "throw", n); } _next(void 0); }); }; }

function add(number) {
  return Promise.resolve(number + 1);
}

const run = /*#__PURE__*/ (function () {
  var _ref = _asyncToGenerator(function* () {
    const first = yield add(1);
    const second = yield add(first);
    return yield add(second);
  });
  return function run() {
    return _ref.apply(this, arguments);
  };
})();
exports.run = run;
`,
  after: { codemod: 'generator-to-async' },
  expected: { before: { ticks: 3, promises: 7 }, after: { ticks: 3, promises: 7 } },
};
