import { screen } from '@testing-library/dom';
import { newProduct, pageOf } from '../../testing/builders';
import { expectLogged } from '../../testing/console';
import { main } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';

jest.mock('@mui/material/Alert', () => {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/Alert.js');
});

test('M12: when the Alert chunk fails to load, Add shows a plain box that can be closed', async () => {
  const { user } = renderApp('/', { resolvers: { products: pageOf([newProduct({ name: 'Lamp' })]) } });
  await user.click(await main().findByRole('button', { name: 'Add Lamp' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Added "Lamp" to cart!');
  expect(alert.className).toMatch(/^MuiBox/);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await expectLogged('A part of the page could not be loaded');
});
