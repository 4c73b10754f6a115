/**
 * Grouped horizontal bars as SVG text, legible in light and dark and in print: no script, no font of
 * its own, a number at each bar.
 *
 * @typedef {object} BarChart
 * @property {string} title
 * @property {string} unit Written after the numbers.
 * @property {string} [axis] What the axis shows; the unit by default.
 * @property {readonly string[]} series
 * @property {ReadonlyArray<{ label: string, values: ReadonlyArray<number | undefined> }>} groups
 * @property {boolean} [logarithmic] Where values differ by orders of magnitude; the axis says so.
 * @property {number} [base] Where the bars begin, for ratios 1; the axis' lower end by default.
 */

/** Told apart by colour-blind readers too: https://jfly.uni-koeln.de/color/. */
const LIGHT = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#7a6200', '#56b4e9', '#555555'];
const DARK = ['#56b4e9', '#f0883e', '#3fcf9f', '#e39fc6', '#f0e442', '#a5d8ff', '#bbbbbb'];

const WIDTH = 820;
const LEAST_LABELS = 120;
const NUMBERS = 90;
const BAR = 13;
const GROUP_GAP = 12;
const TOP = 40;
const LEGEND_LINE = 20;
const LEGEND_WIDTH = 760;
const CHARACTER = 7.2;

/**
 * @param {BarChart} chart
 * @returns {string} SVG
 */
export function barChart(chart) {
  const { title, unit, axis: name = unit, series, groups, logarithmic = false, base } = chart;
  const legend = layLegend(series);
  const top = TOP + legend.lines * LEGEND_LINE + 10;
  const values = groups.flatMap((group) => group.values.filter((value) => value !== undefined));
  const labels = Math.max(
    LEAST_LABELS,
    ...groups.map((group) => 20 + group.label.length * CHARACTER),
  );
  const scale = makeScale(values, logarithmic, WIDTH - labels - NUMBERS);
  const zero = base === undefined ? 0 : scale.length(base);
  const body = [];
  let y = top;
  for (const group of groups) {
    const bars = group.values.flatMap((value, index) =>
      value === undefined ? [] : [{ value, index }],
    );
    const height = bars.length * BAR;
    body.push(
      text(labels - 10, y + height / 2 + 4, group.label, 'class="label" text-anchor="end"'),
    );
    for (const { value, index } of bars) {
      const end = scale.length(value);
      const x = labels + Math.min(zero, end);
      const length = Math.max(1, Math.abs(end - zero));
      body.push(
        `<rect class="s${index}" x="${x.toFixed(1)}" y="${y + 1}" width="${length.toFixed(1)}" height="${BAR - 2}"><title>${escape(`${group.label}, ${series[index]}: ${formatValue(value)} ${unit}`)}</title></rect>`,
        text(x + length + 5, y + BAR - 3, `${formatValue(value)} ${unit}`, 'class="number"'),
      );
      y += BAR;
    }
    y += GROUP_GAP;
  }
  const axis = scale.ticks.map((tick) => {
    const x = (labels + scale.length(tick)).toFixed(1);
    return (
      `<line class="grid" x1="${x}" x2="${x}" y1="${top - 4}" y2="${y}"/>` +
      text(Number(x), y + 16, formatValue(tick), 'class="number" text-anchor="middle"')
    );
  });
  const caption = logarithmic ? `${name}, logarithmic scale` : name;
  const height = y + 44;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escape(title)}">`,
    style(series.length),
    `<rect class="background" width="${WIDTH}" height="${height}"/>`,
    text(16, 24, title, 'class="title"'),
    ...legend.marks,
    ...axis,
    ...body,
    text(
      labels + (WIDTH - labels - NUMBERS) / 2,
      y + 34,
      caption,
      'class="label" text-anchor="middle"',
    ),
    '</svg>',
    '',
  ].join('\n');
}

/** @param {number} count */
function style(count) {
  const colours = (/** @type {readonly string[]} */ palette) =>
    Array.from(
      { length: count },
      (_, index) => `.s${index}{fill:${palette[index % palette.length]}}`,
    ).join('');
  return [
    '<style>',
    'text{font:12px system-ui,-apple-system,"Segoe UI",Arial,sans-serif;fill:#1f2328}',
    '.title{font-size:15px;font-weight:600}',
    // A rim in the colour of the page keeps numbers apart from grid lines.
    '.number{font-size:11px;paint-order:stroke;stroke:#ffffff;stroke-width:3px}',
    `.background{fill:#ffffff}.grid{stroke:#d0d7de;stroke-width:1}${colours(LIGHT)}`,
    '@media screen and (prefers-color-scheme:dark){',
    `text{fill:#e6edf3}.number{stroke:#0d1117}.background{fill:#0d1117}.grid{stroke:#30363d}${colours(DARK)}`,
    '}</style>',
  ].join('\n');
}

/** @param {readonly string[]} series */
function layLegend(series) {
  /** @type {string[]} */
  const marks = [];
  let x = 16;
  let line = 0;
  series.forEach((name, index) => {
    const width = 26 + name.length * CHARACTER;
    if (x + width > LEGEND_WIDTH && x > 16) {
      x = 16;
      line += 1;
    }
    const y = TOP + line * LEGEND_LINE;
    marks.push(
      `<rect class="s${index}" x="${x}" y="${y}" width="12" height="12"/>`,
      text(x + 17, y + 10, name, 'class="label"'),
    );
    x += width + 10;
  });
  return { marks, lines: line + 1 };
}

/**
 * @param {readonly number[]} values
 * @param {boolean} logarithmic
 * @param {number} room px for the longest bar
 */
function makeScale(values, logarithmic, room) {
  const greatest = Math.max(...values, Number.MIN_VALUE);
  if (!logarithmic) {
    const step = niceStep(greatest / 5);
    const end = Math.ceil(greatest / step) * step;
    const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
    return { ticks, length: (/** @type {number} */ value) => (value / end) * room };
  }
  const low = Math.floor(Math.log10(Math.min(...values.filter((value) => value > 0))));
  const high = Math.max(low + 1, Math.ceil(Math.log10(greatest)));
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  return {
    ticks,
    length: (/** @type {number} */ value) =>
      value <= 0 ? 0 : ((Math.log10(value) - low) / (high - low)) * room,
  };
}

/** @param {number} rough */
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
}

/** @param {number} value */
function formatValue(value) {
  if (value === 0) return '0';
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} content
 * @param {string} attributes
 */
function text(x, y, content, attributes) {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escape(content)}</text>`;
}

/** @param {string} value */
function escape(value) {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
