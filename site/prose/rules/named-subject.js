const findRiddles = require('../riddles.cjs');

/** A sentence names its subject, and says plainly what it says: see `riddles.cjs`. */
module.exports = function namedSubject({ Syntax, report, RuleError, getSource, locator }) {
  return {
    [Syntax.Paragraph](node) {
      for (const { index, message } of findRiddles(getSource(node))) {
        report(node, new RuleError(message, { padding: locator.at(index) }));
      }
    },
  };
};
