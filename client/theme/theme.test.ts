import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getContrastRatio } from '@mui/material/styles';
import { breakpoints } from './breakpoints';
import { appearsLate } from './motion';
import { dark, light } from './palette';
import { theme } from './theme';

const pairsOf = ({ background, text, primary, secondary, error, success, warning, footer, toast }: typeof light) => [
  ...[background.default, background.paper, background.sunken].flatMap((ground) =>
    [text.primary, text.secondary, primary.main, error.main].map((words) => [words, ground] as const),
  ),
  ...[primary, error, success].map(({ main, soft }) => [main, soft] as const),
  ...[primary, secondary, error, success].map(({ main, contrastText }) => [contrastText, main] as const),
  [primary.contrastText, primary.dark] as const,
  [text.primary, warning.soft] as const,
  // Toasts: their words, and a button's; a failed one's button has the colour of its words.
  ...[background.default, toast.accent].map((words) => [words, text.primary] as const),
  [background.default, error.main] as const,
  ...[footer.text, footer.secondary].map((words) => [words, footer.main] as const),
];

const weaker = (pairs: readonly (readonly [string, string])[], bar: number) =>
  pairs.map(([a, b]) => ({ a, b, ratio: getContrastRatio(a, b) })).filter(({ ratio }) => ratio < bar);

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s', (_scheme, palette) => {
  it('has a contrast of at least 4.5:1 for every text on its background', () => {
    expect(weaker(pairsOf(palette), 4.5)).toEqual([]);
  });

  it('has a contrast of at least 3:1 for every chart bar and control border', () => {
    const { background, chart, outline } = palette;
    const shapes = [...Object.values(chart), outline];
    const pairs = shapes.flatMap((shape) => [background.default, background.paper].map((on) => [shape, on] as const));
    expect(weaker(pairs, 3)).toEqual([]);
  });
});

it('with reduced motion endless animations stand still, and loading indicators still appear late', () => {
  const { styleOverrides } = theme.components?.MuiCssBaseline ?? {};
  const sheet = typeof styleOverrides === 'function' ? styleOverrides(theme) : {};
  const [rules] = Object.values(Object(Object(sheet)['@media (prefers-reduced-motion: reduce)']) as object);
  expect(rules).toMatchObject({ animationIterationCount: 1, animationDelay: 'var(--appears-after, 0s)' });
  expect(appearsLate).toMatchObject({ '--appears-after': '0.3s' });
});

it('uses the dark scheme on screens only, so that print stays readable', () => {
  const ofDark = theme.generateStyleSheets().filter((sheet) => JSON.stringify(sheet).includes(dark.background.default));
  expect(ofDark.map((sheet) => Object.keys(sheet))).toEqual([['@media not print']]);
});

describe('the breakpoints', () => {
  const sheets = execFileSync('git', ['ls-files', 'client/*.css'], { encoding: 'utf8' }).trim().split('\n');
  it.each(sheets)('%s: has media queries at widths of the theme only', (file) => {
    const queries = readFileSync(file, 'utf8').match(/@media[^{]+/g) ?? [];
    const widths = queries.flatMap((query) =>
      [...query.matchAll(/(min|max)-width: (\d+)px/g)].map(([, end, px]) => Number(px) + (end === 'max' ? 1 : 0)),
    );
    const known = new Set<number>(Object.values(breakpoints));
    expect(widths.filter((width) => !known.has(width))).toEqual([]);
  });
});
