import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { tables } from '../theme/components/tables';
import { theme } from '../theme/theme';
import { Gallery } from './Gallery';

let root: Root;

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <Gallery />
      </ThemeProvider>,
    ),
  );
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const inScheme = (scheme: 'light' | 'dark') => within(screen.getByRole('region', { name: scheme }));
const shown = () => [...document.querySelectorAll('[class*="Mui"]')].flatMap(({ classList }) => [...classList]);

test('the gallery shows every component that the theme styles', async () => {
  const user = userEvent.setup();
  const classes = new Set(shown());
  for (const opener of inScheme('light').getAllByText(/^(Dialog|Drawer|Menu)/, { selector: 'button' })) {
    await user.click(opener);
    const overlay = await screen.findByRole(opener.textContent === 'Menu' ? 'menu' : 'dialog');
    for (const each of shown()) classes.add(each);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(overlay).not.toBeInTheDocument());
  }
  const drawn = Object.keys({ ...theme.components, ...tables }).filter((name) => name !== 'MuiCssBaseline');
  expect(drawn.filter((name) => !classes.has(`${name}-root`))).toEqual([]);
});

test('each overlay has the colour scheme of the part that opened it', async () => {
  const user = userEvent.setup();
  await user.click(inScheme('dark').getByRole('button', { name: 'Dialog' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete the lamp?' });
  expect(dialog.closest('[data-theme]')).toHaveAttribute('data-theme', 'dark');
});

test('shows the tokens of radius, shadow, focus and motion in both schemes', () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const token of ['radius 1: 6 px', 'shadow 1', 'focus', 'appears', 'appearsLate']) {
      expect(inScheme(scheme).getByText(token)).toBeVisible();
    }
  }
});
