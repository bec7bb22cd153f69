import { within } from '@testing-library/dom';
import { findHeading, main, textsOf } from './page';
import { renderApp } from './renderApp';
import type { Resolvers } from './shop';
import { newShopOrder } from './shopOrder';

export const shopOrderPath = '/dashboard/shopOrders/K-7QF2-M4XD';
type Input = Record<string, unknown>;

/** Stores the order, so that later queries read a mutation's result. */
export function storeOf(first: object = {}) {
  const store = {
    order: newShopOrder(first),
    become: (more: object, version = 5) => ({ order: (store.order = newShopOrder({ ...first, version, ...more })) }),
  };
  return store;
}

export async function openOrder(
  store: Pick<ReturnType<typeof storeOf>, 'order'>,
  resolvers: Resolvers = {},
  width = 1440,
) {
  const app = renderApp(shopOrderPath, {
    as: 'admin',
    resolvers: { shopOrder: () => store.order, ...resolvers },
    width,
  });
  await findHeading('Order K-7QF2-M4XD');
  const inputs = (name: string) => app.shop.callsOf(name).map(({ variables }) => variables['input'] as Input);
  return { ...app, inputs };
}

export const part = (title: string) => within(main().getByRole('region', { name: title }));
export const rowsOf = (title: string) =>
  part(title)
    .getAllByRole('row')
    .slice(1)
    .map((row) => textsOf([...row.children]));

/** The order with changes. */
export const orderLines = (mug: object, mat: object = {}) => {
  const [first, second] = newShopOrder().lines;
  return [
    { ...first, ...mug },
    { ...second, ...mat },
  ];
};
