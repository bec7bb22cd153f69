import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';

/** What leads elsewhere or is worked with. In a table's headings buttons have the words, and a quantity is a field's. */
const controls = [
  'header, footer, nav, aside, form, label, .MuiToolbar-root, .MuiCheckbox-root, .MuiButtonBase-root:not(th *)',
  '.MuiInputBase-root:has(select, [type="search"], [type="date"])',
].join();

/** Elements as the browser has them, and what holds for every page: focus ring, print, reduced motion. */
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
        // As specific as an id: above what components say.
        ':is(*, #root), :is(*, #root)::before, :is(*, #root)::after': {
          animationDuration: '0.01ms',
          animationDelay: '0s',
          transitionDuration: '0.01ms',
          scrollBehavior: 'auto',
        },
      },
    }),
  },
};
