import { waitFor } from '@testing-library/dom';
import { newEntry, pageOf } from '../testing/builders';
import { findAdd, lamp, storeWith } from '../testing/cart';
import { identity } from '../testing/identity';
import { findHeading, findToast, visit } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { type Call, refusal } from '../testing/shop';
import { signIn, signOut } from '../testing/signIn';

const stored = () => localStorage.getItem('access-token');

test('M26 the stored token mirrors the session: set when signed in, sent as Bearer, removed when signed out', async () => {
  localStorage.setItem('access-token', 'left over');
  const { user, shop, person } = renderApp('/login', {
    resolvers: { ...storeWith().resolvers, products: pageOf([lamp]) },
  });
  await waitFor(() => expect(stored()).toBeNull());

  identity.add(person);
  await signIn(user, person);
  await waitFor(() => expect(shop.callsOf('CreateAccessToken')).toHaveLength(1));
  const [asked] = shop.callsOf('CreateAccessToken');
  expect(asked?.variables).toEqual({ input: { email: person.email } });
  expect(stored()).toBeTruthy();
  expect(asked?.headers.get('authorization')).toBe(`Bearer ${stored()}`);
  visit('/products');
  await findHeading('Shop Our Products');
  await user.click(await findAdd(lamp.name));
  await findToast(`Added "${lamp.name}" to store!`);
  expect(shop.callsOf('AddToStore')[0]?.headers.get('authorization')).toBe(`Bearer ${stored()}`);
  await signOut(user);
  await waitFor(() => expect(stored()).toBeNull());
});

test('on a 401 the token is refreshed once and the call replayed once', async () => {
  let refusals = 1;
  const { user, shop } = renderApp('/products', {
    as: 'user',
    resolvers: {
      products: pageOf([lamp]),
      addToStore: () => {
        refusals -= 1;
        if (refusals >= 0) throw refusal('You must be signed in.', 'UNAUTHENTICATED');
        return { storeEntry: newEntry(lamp), priceHasChanged: false };
      },
    },
  });
  const add = await findAdd(lamp.name);
  const sent = (header: string) => shop.callsOf('AddToStore').map(({ headers }: Call) => headers.get(header));
  await user.click(add);
  await findToast(`Added "${lamp.name}" to store!`);
  expect(sent('idempotency-key')).toHaveLength(2);
  expect(new Set(sent('idempotency-key')).size).toBe(1);
  expect(new Set(sent('authorization')).size).toBe(2);
  expect(sent('authorization')[1]).toBe(`Bearer ${stored()}`);

  refusals = 5;
  await user.click(add);
  await findToast('Failed to add item to store');
  expect(sent('idempotency-key')).toHaveLength(4);
});
