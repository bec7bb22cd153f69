import type { CSSProperties } from 'react';
import { palette } from '../__generated__/palette';

interface NamedStyle {
  readonly light: CSSProperties;
  readonly dark?: CSSProperties;
}

const { light, dark } = palette;
const muted = { light: light.text.secondary, dark: dark.text.secondary };
const line = { light: `1px solid ${light.divider}`, dark: `1px solid ${dark.divider}` };
const letters = "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif";
const breaking: CSSProperties = { wordBreak: 'break-word', overflowWrap: 'anywhere' };
const end: CSSProperties = { textAlign: 'end', verticalAlign: 'top', whiteSpace: 'nowrap' };

const styles = {
  page: {
    light: {
      margin: '0',
      padding: '0',
      backgroundColor: light.background.sunken,
      color: light.text.primary,
      fontFamily: letters,
    },
    dark: { backgroundColor: dark.background.default, color: dark.text.primary },
  },
  ground: {
    light: { width: '100%', backgroundColor: light.background.sunken },
    dark: { backgroundColor: dark.background.default },
  },
  sheet: {
    light: {
      width: '100%',
      maxWidth: '600px',
      tableLayout: 'fixed',
      backgroundColor: light.background.paper,
      color: light.text.primary,
      fontFamily: letters,
      fontSize: '16px',
      lineHeight: '24px',
    },
    dark: { backgroundColor: dark.background.paper, color: dark.text.primary },
  },
  head: {
    light: { padding: '24px 18px', backgroundColor: light.background.sunken },
    dark: { backgroundColor: dark.background.default },
  },
  name: { light: { paddingLeft: '12px', fontSize: '26px', fontWeight: '700' } },
  amber: {
    light: { width: '10px', height: '12px', backgroundColor: light.secondary.main, fontSize: '1px', lineHeight: '1px' },
  },
  stripe: {
    light: { width: '10px', height: '12px', backgroundColor: light.text.primary, fontSize: '1px', lineHeight: '1px' },
  },
  counter: { light: { height: '16px', backgroundColor: light.primary.main, fontSize: '1px', lineHeight: '1px' } },
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
      backgroundColor: light.background.default,
    },
    dark: { backgroundColor: dark.background.sunken },
  },
  what: {
    light: { width: '30%', padding: '8px 12px', color: muted.light, verticalAlign: 'top', ...breaking },
    dark: { color: muted.dark },
  },
  value: { light: { padding: '8px 12px', fontSize: '18px', fontWeight: '700', ...breaking } },
  button: {
    light: { padding: '12px 16px', borderRadius: '6px', backgroundColor: light.primary.main, textAlign: 'center' },
    dark: { backgroundColor: dark.primary.main },
  },
  link: {
    light: { display: 'block', color: light.primary.contrastText, fontWeight: '700', textDecoration: 'none' },
    dark: { color: dark.primary.contrastText },
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
      backgroundColor: light.background.sunken,
      color: muted.light,
      fontSize: '14px',
      lineHeight: '20px',
      ...breaking,
    },
    dark: { backgroundColor: dark.background.default, color: muted.dark },
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
