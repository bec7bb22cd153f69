import { screen, waitFor } from '@testing-library/dom';
import { bottle, findAdd, lamp } from '../testing/cart';
import { expectLogged } from '../testing/console';
import { findHeading, footer, header, visit } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { pageOf } from '../testing/builders';
import { type Interceptor, networkFaults, type Shop } from '../testing/shop';

/** A call without a response fails after 10 s. */
const passTime = () => jest.advanceTimersByTimeAsync(10_000);

async function openFailing(act: Interceptor) {
  const app = renderApp('/faq', { resolvers: { products: pageOf([lamp, bottle]), product: lamp } });
  await findHeading('Frequently asked questions');
  app.shop.intercept('*', act);
  return app;
}

for (const [name, act] of Object.entries(networkFaults)) {
  const mayHang = name === 'no answer' ? passTime : async () => undefined;
  const asked = (shop: Shop, operation: string) => shop.names().filter((each) => each === operation).length;
  const untilAsked = (shop: Shop, operation: string, before = 0) =>
    waitFor(() => expect(asked(shop, operation)).toBeGreaterThan(before));

  test(`M67, R20, E21: ${name}: the catalogue shows as empty, logs the error, and recovers`, async () => {
    const { user, shop } = await openFailing(act);
    if (name === 'no answer') jest.useFakeTimers();
    const go = (path: string) =>
      user.click(
        path === '/'
          ? header().getByRole('link', { name: 'Kiosk' })
          : (header().getAllByRole('link', { name: 'Products' })[0] as HTMLElement),
      );
    await go('/products');
    await untilAsked(shop, 'Products');
    await mayHang();
    expect(await screen.findByText('No products found')).toBeVisible();
    expect(screen.queryByText('Loading products...')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    await expectLogged('Failed to load the products');
    const before = asked(shop, 'Products');
    await go('/');
    await untilAsked(shop, 'Products', before);
    await mayHang();
    expect(await screen.findByText('No featured products found')).toBeVisible();
    await expectLogged('Failed to load the featured products');
    jest.useRealTimers();
    shop.intercept('*', undefined);
    await go('/products');
    expect(await findAdd(lamp.name)).toBeVisible();
  });

  test(`R20: ${name}: a product shows that it could not be loaded, and can be retried`, async () => {
    const { user, shop } = await openFailing(act);
    expect(footer().getByRole('link', { name: 'Shipping' })).toBeVisible();
    if (name === 'no answer') jest.useFakeTimers();
    visit(`/products/${lamp.slug}`);
    await untilAsked(shop, 'Product');
    await mayHang();
    expect(await screen.findByRole('alert')).toHaveTextContent('This product could not be loaded');
    await expectLogged('Failed to load the product');
    jest.useRealTimers();
    shop.intercept('*', undefined);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await findHeading(lamp.name);
  });
}
