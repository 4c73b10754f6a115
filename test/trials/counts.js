/**
 * How the reporters of test frameworks say how many tests passed.
 *
 * @type {readonly RegExp[]}
 */
const PASSED = [
  /(\d+) passing\b/gu, // mocha
  /^# pass(?:ed)?\s+(\d+)/gmu, // tape, node-tap
  /^\s*(?:✔ )?(\d+) tests (?:passed|complete)/gmu, // lab and mocha, and their older versions
  /\bOK\b.*?(\d+) honored/gu, // vows
  /^Tests:.*?(\d+) passed/gmu, // jest
  /^\s*(\d+) tests? passed/gmu, // ava
];

/** Of mocha's older versions, where some fail. */
const PARTLY = /✖ (\d+) of (\d+) tests failed/gu;

const JASMINE = /^(\d+) tests, \d+ assertions, (\d+) failures/gmu;
const FAILED = [/(\d+) failing\b/gu, /^# fail\s+(\d+)/gmu, /^Tests:.*?(\d+) failed/gmu];
const TAP_LINE = /^ok \d+/gmu;
const TAP_INNER_LINE = /^ +ok \d+/gmu;
const TAP_FAILURE = /^not ok \d+(?!.*# (?:TODO|SKIP))/gimu;

/**
 * Reads how many tests passed and failed from what a test command wrote.
 *
 * @param {string} output
 * @returns {{ passed: number, failed: number }}
 */
export function countTests(output) {
  // eslint-disable-next-line no-control-regex -- colours of the reporters
  const text = output.replace(/\u001B\[[\d;]*m/gu, '');
  const passed = PASSED.map((each) => sum(text, each)).find((count) => count > 0);
  if (passed !== undefined) {
    return { passed, failed: Math.max(...FAILED.map((each) => sum(text, each))) };
  }
  const partly = [...text.matchAll(PARTLY)].at(-1);
  if (partly) {
    const failed = Number(partly[1]);
    return { passed: Number(partly[2]) - failed, failed };
  }
  const jasmine = [...text.matchAll(JASMINE)].at(-1);
  if (jasmine) {
    const failed = Number(jasmine[2]);
    return { passed: Number(jasmine[1]) - failed, failed };
  }
  // Where tests are within files, the lines of the files say nothing of their own.
  const inner = [...text.matchAll(TAP_INNER_LINE)].length;
  return {
    passed: inner > 0 ? inner : [...text.matchAll(TAP_LINE)].length,
    failed: [...text.matchAll(TAP_FAILURE)].length,
  };
}

/**
 * @param {string} text
 * @param {RegExp} pattern With one group, the number.
 */
function sum(text, pattern) {
  return [...text.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);
}
