import type { CSSProperties } from 'react';

interface NamedStyle {
  readonly light: CSSProperties;
  readonly dark?: CSSProperties;
}

const ink = '#1B1A17';
const muted = { light: '#5E5A52', dark: '#B3ADA1' };
const line = { light: '1px solid #E6E0D5', dark: '1px solid #34332E' };
const letters = "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif";
const breaking: CSSProperties = { wordBreak: 'break-word', overflowWrap: 'anywhere' };
const end: CSSProperties = { textAlign: 'end', verticalAlign: 'top', whiteSpace: 'nowrap' };

/** The colours of client/theme/palette.ts. */
const styles = {
  page: {
    light: { margin: '0', padding: '0', backgroundColor: '#F3EEE5', color: ink, fontFamily: letters },
    dark: { backgroundColor: '#141412', color: '#F3EFE7' },
  },
  ground: { light: { width: '100%', backgroundColor: '#F3EEE5' }, dark: { backgroundColor: '#141412' } },
  sheet: {
    light: {
      width: '100%',
      maxWidth: '600px',
      tableLayout: 'fixed',
      backgroundColor: '#FFFFFF',
      color: ink,
      fontFamily: letters,
      fontSize: '16px',
      lineHeight: '24px',
    },
    dark: { backgroundColor: '#1E1E1B', color: '#F3EFE7' },
  },
  head: {
    light: { padding: '24px 18px', backgroundColor: '#F3EEE5' },
    dark: { backgroundColor: '#141412' },
  },
  name: { light: { paddingLeft: '12px', fontSize: '26px', fontWeight: '700' } },
  amber: { light: { width: '10px', height: '12px', backgroundColor: '#E39B2D', fontSize: '1px', lineHeight: '1px' } },
  stripe: { light: { width: '10px', height: '12px', backgroundColor: ink, fontSize: '1px', lineHeight: '1px' } },
  counter: { light: { height: '16px', backgroundColor: '#0E5A4A', fontSize: '1px', lineHeight: '1px' } },
  body: { light: { padding: '20px 18px 24px' } },
  heading: { light: { margin: '0 0 12px', fontSize: '24px', lineHeight: '32px', fontWeight: '700', ...breaking } },
  paragraph: { light: { margin: '0 0 20px', ...breaking } },
  block: { light: { width: '100%', tableLayout: 'fixed', margin: '0 0 24px' } },
  panel: {
    light: {
      width: '100%',
      tableLayout: 'fixed',
      margin: '0 0 20px',
      borderRadius: '8px',
      backgroundColor: '#FAF7F2',
    },
    dark: { backgroundColor: '#191916' },
  },
  what: {
    light: { width: '30%', padding: '8px 12px', color: muted.light, verticalAlign: 'top', ...breaking },
    dark: { color: muted.dark },
  },
  value: { light: { padding: '8px 12px', fontSize: '18px', fontWeight: '700', ...breaking } },
  button: {
    light: { padding: '12px 16px', borderRadius: '6px', backgroundColor: '#0E5A4A', textAlign: 'center' },
    dark: { backgroundColor: '#5CC7AC' },
  },
  link: {
    light: { display: 'block', color: '#FFFFFF', fontWeight: '700', textDecoration: 'none' },
    dark: { color: '#0D1D19' },
  },
  line: {
    light: { padding: '10px 0', borderBottom: line.light, ...breaking },
    dark: { borderBottom: line.dark },
  },
  amount: {
    light: { width: '110px', padding: '10px 0', borderBottom: line.light, ...end },
    dark: { borderBottom: line.dark },
  },
  small: { light: { fontSize: '14px', lineHeight: '20px', color: muted.light }, dark: { color: muted.dark } },
  sum: { light: { padding: '6px 0', ...breaking } },
  sumValue: { light: { width: '110px', padding: '6px 0', ...end } },
  total: { light: { padding: '10px 0', fontSize: '20px', fontWeight: '700' } },
  totalValue: { light: { width: '140px', padding: '10px 0', fontSize: '20px', fontWeight: '700', ...end } },
  part: { light: { padding: '12px', verticalAlign: 'top', ...breaking } },
  foot: {
    light: {
      padding: '20px 18px',
      backgroundColor: '#F3EEE5',
      color: muted.light,
      fontSize: '14px',
      lineHeight: '20px',
      ...breaking,
    },
    dark: { backgroundColor: '#141412', color: muted.dark },
  },
} satisfies Record<string, NamedStyle>;

/** Inline as well: many mail clients drop the style sheet. The shop's own pages show only the style sheet, because of their CSP. */
export const styleOf = (name: keyof typeof styles): { className: string; style: CSSProperties } => ({
  className: name,
  style: styles[name].light,
});

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function rule(name: string, declarations: CSSProperties, isStrong: boolean): string {
  const mark = isStrong ? ' !important' : '';
  const parts = Object.entries(declarations).map(([property, value]) => `${kebab(property)}:${String(value)}${mark}`);
  return `.${name}{${parts.join(';')}}`;
}

function sheetOf(): string {
  const all = Object.entries<NamedStyle>(styles);
  const light = all.map(([name, each]) => rule(name, each.light, false));
  const dark = all.flatMap(([name, each]) => (each.dark ? [rule(name, each.dark, true)] : []));
  return `:root{color-scheme:light dark}${light.join('')}@media (prefers-color-scheme:dark){${dark.join('')}}`;
}

export const sheet = sheetOf();
