import { darken, lighten } from '@mui/material/styles';

/** The brand colour, the light scheme's primary colour; the dark scheme has a lighter one. */
const brand = { light: '#0E5A4A', dark: '#5CC7AC' };
const ink = '#1B1A17';
/** Marigold: the stamp, the awning, the first star. Never for text on paper. */
const marigold = { light: '#E39B2D', dark: '#F0B252', ink: '#2A1C02' };

/** Categories' backdrops; the light ones are also in the pictures themselves. */
const category = {
  light: { electronics: '#DCE6EF', fashion: '#F0DDE2', home: '#E0EAD8', sports: '#F6E3D2' },
  dark: { electronics: '#26303A', fashion: '#3A2A2F', home: '#2A3426', sports: '#3B2E22' },
};

const shared = {
  brand: { main: brand.light, contrastText: '#FBF8F2', ink },
  /** Keeps the picture's backdrop in the dark scheme, too. */
  backdrop: { ...category.light, text: ink, secondary: '#4B4840' },
};

export const light = {
  ...shared,
  primary: {
    main: brand.light,
    dark: darken(brand.light, 0.22),
    soft: lighten(brand.light, 0.88),
    contrastText: '#FFFFFF',
  },
  secondary: { main: marigold.light, contrastText: marigold.ink },
  error: { main: '#B3261E', soft: '#FBE9E7', contrastText: '#FFFFFF' },
  success: { main: '#277347', soft: '#E3F2E8', contrastText: '#FFFFFF' },
  warning: { main: marigold.light, soft: '#FBF0DC', contrastText: marigold.ink },
  background: { default: '#FAF7F2', paper: '#FFFFFF', sunken: '#F3EEE5', veil: 'rgb(250 247 242 / 0.72)' },
  text: { primary: ink, secondary: '#5E5A52', disabled: '#5E5A52' },
  divider: '#E6E0D5',
  /** A control's border, contrast at least 3:1. */
  outline: '#8C867A',
  category: category.light,
  chart: { users: '#2F6FB2', products: '#2E8B57', orders: '#C97F1D' },
  footer: { main: ink, text: '#F3EFE7', secondary: '#B3ADA1', divider: '#3A3933' },
  toast: { accent: '#F0B252' },
  shadow: { near: 'rgb(27 26 23 / 0.05)', far: 'rgb(27 26 23 / 0.07)' },
};

export const dark: typeof light = {
  ...shared,
  primary: {
    main: brand.dark,
    dark: lighten(brand.dark, 0.2),
    soft: darken(brand.dark, 0.75),
    contrastText: darken(brand.dark, 0.85),
  },
  secondary: { main: marigold.dark, contrastText: marigold.ink },
  error: { main: '#F2897F', soft: '#3A1F1D', contrastText: '#1E1E1B' },
  success: { main: '#78C795', soft: '#1B3325', contrastText: '#1E1E1B' },
  warning: { main: marigold.dark, soft: '#382B14', contrastText: marigold.ink },
  background: { default: '#141412', paper: '#1E1E1B', sunken: '#191916', veil: 'rgb(20 20 18 / 0.7)' },
  text: { primary: '#F3EFE7', secondary: '#B3ADA1', disabled: '#B3ADA1' },
  divider: '#34332E',
  outline: '#8C867A',
  category: category.dark,
  chart: { users: '#6FA8DC', products: '#6CC08B', orders: '#E8AE58' },
  footer: { main: '#0D0D0B', text: '#F3EFE7', secondary: '#B3ADA1', divider: '#3A3933' },
  toast: { accent: '#7A4D00' },
  shadow: { near: 'rgb(0 0 0 / 0.4)', far: 'rgb(0 0 0 / 0.35)' },
};

type Own = Pick<typeof light, 'brand' | 'backdrop' | 'outline' | 'category' | 'chart' | 'footer' | 'toast' | 'shadow'>;

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the only way to extend it
  interface Palette extends Own {}
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the only way to extend it
  interface PaletteOptions extends Partial<Own> {}
  interface TypeBackground {
    sunken: string;
    veil: string;
  }
  interface PaletteColor {
    soft: string;
  }
  interface SimplePaletteColorOptions {
    soft?: string;
  }
}
