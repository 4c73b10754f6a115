/**
 * A sentence names its subject: "The callee …", not "What is called …". Questions may start so.
 */

const RIDDLE =
  /(?:^|[.?!:]\s+)(?<start>(?:What|Who|Whoever|Whatever|Those|That which)\s(?:[^.?!]|[.?!](?!\s|$))*)(?<end>[.?!]|$)/gu;

module.exports = function namedSubject({ Syntax, report, RuleError, getSource, locator }) {
  return {
    [Syntax.Paragraph](node) {
      const text = getSource(node);
      for (const { groups, index, 0: match } of text.matchAll(RIDDLE)) {
        if (groups.end !== '?') {
          const at = index + match.indexOf(groups.start);
          report(
            node,
            new RuleError(`Name the subject of this sentence: "${groups.start.slice(0, 40)}"`, {
              padding: locator.at(at),
            }),
          );
        }
      }
    },
  };
};
