import { createTheme, type Shadows, type Theme } from '@mui/material/styles';
import { breakpoints } from './breakpoints';
import { baseline } from './components/baseline';
import { buttons } from './components/buttons';
import { data } from './components/data';
import { feedback } from './components/feedback';
import { inputs } from './components/inputs';
import { navigation } from './components/navigation';
import { surfaces } from './components/surfaces';
import { dark, light } from './palette';
import { rem, typography } from './typography';

/** Shared by all floating elements. */
const shadow = '0 1px 2px var(--mui-palette-shadow-near), 0 8px 28px var(--mui-palette-shadow-far)';

const both = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  shape: { borderRadius: 6 },
  breakpoints: { values: breakpoints },
  typography,
  shadows: ['none', ...Array<string>(24).fill(shadow)] as Shadows,
  mixins: {
    toolbar: { minHeight: rem(72), [`@media (max-width: ${breakpoints.md - 0.05}px)`]: { minHeight: rem(60) } },
  },
  focusVisible: true,
  motion: { reducedMotion: 'system' },
  components: { ...baseline, ...buttons, ...inputs, ...surfaces, ...data, ...feedback, ...navigation },
});

export const theme: Theme = {
  ...both,
  // Paper is white, so it has the light scheme's ink.
  generateStyleSheets: () =>
    both.generateStyleSheets().map((sheet) => ('[data-theme="dark"]' in sheet ? { '@media not print': sheet } : sheet)),
};
