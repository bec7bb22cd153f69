import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';

/** Links and controls. In table headings the text belongs to buttons, and a quantity to its field. */
const controls = [
  'header, footer, nav, aside, form, label, .MuiToolbar-root, .MuiCheckbox-root, .MuiButtonBase-root:not(th *)',
  '.MuiInputBase-root:has(select, [type="search"], [type="date"])',
].join();

/** Element defaults, and the styles of every page: focus ring, print, reduced motion. */
export const baseline: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { scrollPaddingTop: rem(96) },
      '#root': { display: 'flex', flexDirection: 'column', minHeight: '100vh' },
      'h1, h2, h3, h4, p, ul, ol, dl, dd, fieldset': { margin: 0 },
      'h1, h2': { textWrap: 'balance' },
      a: { color: 'inherit', textDecoration: 'none' },
      img: { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
      '[hidden]': { display: 'none' },
      ':focus-visible': theme.focusVisible,
      // Focused by script, for screen readers.
      'main:focus, main h1:focus': { outline: 'none' },
      '@media print': { [`body > :not(#root), #root :is(${controls})`]: { display: 'none' } },
      '@media (prefers-reduced-motion: reduce)': {
        // The specificity of an id overrides the components' styles.
        ':is(*, #root), :is(*, #root)::before, :is(*, #root)::after': {
          animationDuration: '0.01ms',
          // An endless animation would flicker.
          animationIterationCount: 1,
          animationDelay: 'var(--appears-after, 0s)',
          transitionDuration: '0.01ms',
          scrollBehavior: 'auto',
        },
      },
    }),
  },
};
