import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants } from '../lib/constants';
import { breakpoints } from './breakpoints';
import { tokens } from './tokens';

const sheet = readFileSync(join(__dirname, 'styles/tokens.css'), 'utf8');
const light = sheet.slice(sheet.indexOf(':root {'), sheet.indexOf("[data-theme='dark']"));
const dark = sheet.slice(sheet.indexOf("[data-theme='dark']"));

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** Every colour of a part of the sheet. */
const coloursOf = (css: string) =>
  new Map([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]));
const colours = { light: coloursOf(light), dark: coloursOf(dark) };

function contrastOf(theme: keyof typeof colours, pair: readonly [string, string]): number {
  const [text, ground] = pair.map((name) => {
    const hex = colours[theme].get(name);
    if (hex === undefined) throw new Error(`the sheet has no colour ${name}`);
    return hex;
  });
  return contrast(text ?? '', ground ?? '');
}

const pairs: [string, string][] = [
  ...(['paper', 'surface', 'sunken'] as const).flatMap((ground): [string, string][] => [
    ['ink', ground],
    ['muted', ground],
    ['primary', ground],
    ['danger', ground],
  ]),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['primary', 'primary-soft'],
  ['on-accent', 'accent'],
  ['ink', 'warn-soft'],
  ['success', 'success-soft'],
  ['danger', 'danger-soft'],
];

describe('the colours', () => {
  it.each([
    ['light', light, tokens.light],
    ['dark', dark, tokens.dark],
  ])('%s: the sheet and the module hold the same values', (_name, css, values) => {
    for (const [name, value] of Object.entries(values)) expect(css).toContain(`--${name}: ${value.toLowerCase()};`);
  });

  it.each(['light', 'dark'] as const)('%s: every text pair is at least 4.5:1', (name) => {
    const weak = pairs.map((pair) => ({ pair, ratio: contrastOf(name, pair) })).filter(({ ratio }) => ratio < 4.5);
    expect(weak).toEqual([]);
  });
});

const bars: [string, string][] = (['chart-users', 'chart-products', 'chart-orders'] as const).flatMap(
  (bar): [string, string][] => [
    [bar, 'paper'],
    [bar, 'surface'],
  ],
);

describe('the chart', () => {
  it.each(['light', 'dark'] as const)('%s: every bar is at least 3:1 on what it stands on', (name) => {
    const weak = bars.filter((pair) => contrastOf(name, pair) < 3);
    expect(weak).toEqual([]);
  });
});

describe('the hero', () => {
  it('has the times of the specification in the sheet', () => {
    const { heading, subtext, buttons } = constants.hero;
    expect(sheet).toContain(`--hero-heading: ${heading.duration}s;`);
    expect(sheet).toContain(`--hero-subtext: ${subtext.duration}s;`);
    expect(sheet).toContain(`--hero-subtext-delay: ${subtext.delay}s;`);
    expect(sheet).toContain(`--hero-buttons: ${buttons.duration}s;`);
    expect(sheet).toContain(`--hero-buttons-delay: ${buttons.delay}s;`);
    expect(sheet).toContain(`--hero-buttons-stagger: ${buttons.stagger}s;`);
  });
});

describe('the breakpoints', () => {
  const sheets = execFileSync('git', ['ls-files', 'client/*.css'], { encoding: 'utf8' }).trim().split('\n');
  it.each(sheets)('%s: has its media queries at widths of the theme only', (file) => {
    const queries = readFileSync(file, 'utf8').match(/@media[^{]+/g) ?? [];
    const widths = queries.flatMap((query) =>
      [...query.matchAll(/(min|max)-width: (\d+)px/g)].map(([, end, px]) => Number(px) + (end === 'max' ? 1 : 0)),
    );
    const known = new Set<number>(Object.values(breakpoints));
    expect(widths.filter((width) => !known.has(width))).toEqual([]);
  });
});
