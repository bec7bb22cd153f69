import type { TypographyVariantsOptions } from '@mui/material/styles';
import { breakpoints } from './breakpoints';

const display = "'Bricolage Grotesque Variable', 'Bricolage Fallback', sans-serif";
const text = "'Figtree Variable', 'Figtree Fallback', system-ui, sans-serif";

/** Converts a designed length in pixels to one that follows the user's font size. */
export const rem = (px: number) => `${px / 16}rem`;

/** Limits a designed length to its share of a 320 px window, so that the header's contents do not overflow. */
export const widthOf = (px: number) => `${px / 3.2}vw`;

/** Interpolates between two sizes by the window's width. */
const fluid = (from: number, vw: number, to: number) => `clamp(${rem(from)}, ${vw}vw, ${rem(to)})`;

const heading = { fontFamily: display, fontWeight: 640, lineHeight: 1.1, letterSpacing: '-0.015em' };

const price = {
  fontFamily: display,
  fontWeight: 680,
  lineHeight: 1,
  letterSpacing: '-0.01em',
  fontVariantNumeric: 'tabular-nums',
};

/** Designed sizes: 12, 13, 14, 15, 16, 17, 19, 20, 24, 28, 18-21, 26-36, 28-40, 30-40, 32-44, 38-62 px. */
export const typography = {
  fontFamily: text,
  fontWeightMedium: 560,
  fontWeightBold: 700,
  /** The hero. */
  display: { ...heading, fontSize: fluid(38, 4.4, 62), fontWeight: 720, lineHeight: 1.02, letterSpacing: '-0.03em' },
  /** The shop's name. */
  brand: { ...heading, fontSize: `min(${rem(26)}, ${widthOf(26)})`, fontWeight: 740, letterSpacing: '-0.03em' },
  /** Of a page. */
  h1: { ...heading, fontSize: fluid(32, 4, 44), letterSpacing: '-0.028em' },
  /** Of a section. */
  h2: { ...heading, fontSize: fluid(26, 2.6, 36), fontWeight: 680, letterSpacing: '-0.025em' },
  /** Of a drawer, a sheet. */
  h3: { ...heading, fontSize: rem(24) },
  /** Of a dialog, a part of the dashboard. */
  h4: { ...heading, fontSize: rem(20), lineHeight: 1.25 },
  /** A product's name on its page. */
  product: { ...heading, fontSize: fluid(30, 3.4, 40), letterSpacing: '-0.025em' },
  /** Of a category's tile. */
  tile: { ...heading, fontSize: fluid(18, 2, 21), fontWeight: 660, lineHeight: 1.15 },
  /** Of a page of the dashboard. */
  title: { ...heading, fontSize: rem(28), letterSpacing: '-0.02em' },
  h5: { fontSize: rem(18), fontWeight: 650, lineHeight: 1.4 },
  h6: { fontSize: rem(16), fontWeight: 640, lineHeight: 1.5 },
  lead: {
    fontFamily: text,
    fontSize: rem(19),
    lineHeight: 1.5,
    [`@media (max-width: ${breakpoints.md - 0.05}px)`]: { fontSize: rem(17) },
  },
  body1: { fontSize: rem(16), lineHeight: 1.5 },
  body2: { fontSize: rem(15), lineHeight: 1.5 },
  /** The dashboard. */
  dense: { fontFamily: text, fontSize: rem(14), lineHeight: 1.5 },
  caption: { fontSize: rem(13), lineHeight: 1.5 },
  /** Beside the text of a table cell. */
  fine: { fontFamily: text, fontSize: rem(12), lineHeight: 1.3 },
  /** In a pill on a button. */
  count: {
    fontFamily: text,
    fontSize: rem(11),
    fontWeight: 700,
    lineHeight: rem(19),
    fontVariantNumeric: 'tabular-nums',
  },
  /** Of a form's control. */
  label: { fontFamily: text, fontSize: rem(14), fontWeight: 560, lineHeight: 1.5 },
  price: { ...price, fontSize: rem(19) },
  priceLarge: { ...price, fontSize: rem(34) },
  /** A prominent number. */
  figure: {
    ...heading,
    fontSize: fluid(28, 5.2, 40),
    letterSpacing: '-0.02em',
    fontVariantNumeric: 'tabular-nums',
  },
  button: { fontSize: rem(15), fontWeight: 600, lineHeight: 1.2, textTransform: 'none' },
} satisfies TypographyVariantsOptions & Record<string, unknown>;

type Own = Record<
  | 'display'
  | 'brand'
  | 'product'
  | 'tile'
  | 'title'
  | 'lead'
  | 'dense'
  | 'fine'
  | 'count'
  | 'label'
  | 'price'
  | 'priceLarge'
  | 'figure',
  React.CSSProperties
>;

declare module '@mui/material/styles' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the only way to extend it
  interface TypographyVariants extends Own {}
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the only way to extend it
  interface TypographyVariantsOptions extends Partial<Own> {}
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    display: true;
    brand: true;
    product: true;
    tile: true;
    title: true;
    lead: true;
    dense: true;
    fine: true;
    count: true;
    label: true;
    price: true;
    priceLarge: true;
    figure: true;
    subtitle1: false;
    subtitle2: false;
    overline: false;
  }
}
