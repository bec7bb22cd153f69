import { createTheme } from '@mui/material/styles';
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

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  shape: { borderRadius: 6 },
  breakpoints: { values: breakpoints },
  typography,
  mixins: {
    toolbar: { minHeight: rem(72), [`@media (max-width: ${breakpoints.md - 0.05}px)`]: { minHeight: rem(60) } },
  },
  focusVisible: true,
  motion: { reducedMotion: 'system' },
  components: { ...baseline, ...buttons, ...inputs, ...surfaces, ...data, ...feedback, ...navigation },
});
