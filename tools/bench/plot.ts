export interface Bar {
  readonly series: string;
  readonly value: number | null;
}

export interface Group {
  readonly label: string;
  readonly bars: readonly Bar[];
}

export interface Plot {
  readonly title: string;
  /** The machine and settings of the measurement, in one line. */
  readonly subtitle: string;
  readonly unit: string;
  readonly digits: number;
  /** For values that differ a thousandfold. */
  readonly logarithmic: boolean;
  readonly groups: readonly Group[];
}

const colours = ['#0b6e4f', '#9aa5b1', '#d98e04', '#7a4fb5'];
const width = 860;
const [left, right, top] = [200, 90, 84];
const [barHeight, groupGap] = [16, 14];

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const text = (x: number, y: number, words: string, more = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped(words)}</text>`;

/** The ticks of a scale: powers of ten, or up to six round steps. */
function marks(largest: number, smallest: number, logarithmic: boolean): number[] {
  if (logarithmic) {
    const [from, to] = [Math.floor(Math.log10(smallest)), Math.ceil(Math.log10(largest))];
    return Array.from({ length: Math.max(2, to - from + 1) }, (_, index) => 10 ** (from + index));
  }
  const power = 10 ** Math.floor(Math.log10(largest / 5));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => largest / each <= 6) ?? largest;
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, index) => index * step);
}

/** Horizontal bars in groups, as a standalone SVG. */
export function drawPlot({ title, subtitle, unit, digits, logarithmic, groups }: Plot): string {
  const values = groups.flatMap(({ bars }) => bars.flatMap(({ value }) => value ?? [])).filter((value) => value > 0);
  if (values.length === 0) values.push(1);
  const ticks = marks(Math.max(...values), Math.min(...values), logarithmic);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const inner = width - left - right;
  const lengthOf = (value: number) =>
    logarithmic
      ? (inner * (Math.log10(value) - Math.log10(low))) / (Math.log10(high) - Math.log10(low))
      : (inner * value) / high;
  const series = [...new Set(groups.flatMap(({ bars }) => bars.map((bar) => bar.series)))];
  const colourOf = (name: string) => colours[series.indexOf(name) % colours.length] ?? '#000000';

  const parts: string[] = [];
  let y = top;
  for (const { label, bars } of groups) {
    parts.push(text(left - 12, y + (bars.length * barHeight) / 2 + 4, label, 'text-anchor="end"'));
    for (const bar of bars) {
      const length = bar.value === null ? 0 : Math.max(1, lengthOf(bar.value));
      const words = bar.value === null ? 'invalid' : bar.value.toLocaleString('en', { maximumFractionDigits: digits });
      parts.push(
        `<rect x="${left}" y="${y + 1}" width="${length.toFixed(1)}" height="${barHeight - 3}" rx="2" fill="${colourOf(bar.series)}"/>`,
        text(left + length + 6, y + 12, words, 'font-size="11"'),
      );
      y += barHeight;
    }
    y += groupGap;
  }
  const bottom = y;
  const grid = ticks.map((tick) => {
    const x = left + (logarithmic || tick > 0 ? lengthOf(tick) : 0);
    const words = tick.toLocaleString('en', { maximumFractionDigits: 2 });
    return (
      `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${top - 6}" y2="${bottom}" stroke="#e3e6ea"/>` +
      text(x, bottom + 14, words, 'text-anchor="middle" font-size="11" fill="#5b6570"')
    );
  });
  const legend = series.map(
    (name, index) =>
      `<rect x="${left + index * 170}" y="54" width="11" height="11" rx="2" fill="${colourOf(name)}"/>` +
      text(left + index * 170 + 17, 64, name),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 40}" font-family="system-ui, sans-serif" font-size="13" fill="#1d242b">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    text(16, 26, title, 'font-size="17" font-weight="600"'),
    text(16, 44, subtitle, 'font-size="11" fill="#5b6570"'),
    ...legend,
    ...grid,
    ...parts,
    text(left, bottom + 32, unit, 'font-size="11" fill="#5b6570"'),
    '</svg>',
    '',
  ].join('\n');
}
