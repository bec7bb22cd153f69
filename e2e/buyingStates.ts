import type { APIRequestContext, Page, Route } from '@playwright/test';
import { buyNow, fillCard, fillDelivery, main, placeOrder } from './buyingParts';
import { holdCalls, interceptCall } from './calls';
import { fill } from './cartParts';
import { demo, newShopper, signIn } from './shopper';
import { type State, withPatience } from './state';

const bottle = 'summit-steel-bottle';

async function openCart(page: Page, ...slugs: string[]): Promise<void> {
  const shopper = await newShopper(page.request);
  await fill(page.request, shopper, ...slugs);
  await signIn(page, shopper);
  await page.goto('/cart');
}

const cancelling = 'mutation ($input: CancelCheckoutInput!) { cancelCheckout(input: $input) { checkout { id } } }';
let held: { readonly id: string; readonly token: string } | undefined;

/** An address may hold three checkouts at a time: releases the hold of the previous screenshot. */
async function giveBack(request: APIRequestContext): Promise<void> {
  if (!held) return;
  const { id, token } = held;
  held = undefined;
  await request.post('/graphql', {
    headers: { 'x-checkout-token': token },
    data: { query: cancelling, variables: { input: { id } } },
  });
}

async function fillAll(page: Page, last4: string): Promise<void> {
  await giveBack(page.request);
  await buyNow(page, 'lookout-oak-table-lamp');
  held = await page.evaluate(() => {
    const id = location.pathname.split('/').at(-1) ?? '';
    const { token = '' } = JSON.parse(sessionStorage.getItem(`kiosk-checkout-${id}`) ?? '{}') as { token?: string };
    return { id, token };
  });
  await fillDelivery(page, 'anna@example.com');
  await fillCard(page, last4);
}

async function openPlaced(page: Page): Promise<void> {
  await fillAll(page, '4242');
  await placeOrder(page).click();
  await page.getByRole('heading', { level: 1, name: /is placed$/ }).waitFor();
}

/** Changes the server's order: these states would need a bank or an admin. */
const answeredAs = (more: object, pieces: object) => async (route: Route) => {
  const answer = await route.fetch();
  const { data } = (await answer.json()) as { data: { order: { lines: object[] } } };
  const lines = data.order.lines.map((line) => ({ ...line, ...pieces }));
  const order = { ...data.order, canUndoUntil: null, ...more, lines };
  await route.fulfill({ response: answer, json: { data: { order } } });
};

const openAs = (more: object, pieces: object, words: RegExp) => async (page: Page) => {
  await openPlaced(page);
  await interceptCall(page, 'Order', answeredAs(more, pieces));
  await page.reload();
  await main(page).getByText(words).waitFor();
};
const money = (amount: number) => ({ __typename: 'Money', amount });

export const buyingStates: readonly State[] = [
  {
    name: 'cart-page',
    open: async (page) => {
      await openCart(page, bottle, bottle, 'harbour-canvas-tote');
      await main(page).getByText('3 items in 2 lines').waitFor();
    },
  },
  {
    name: 'cart-page-empty',
    open: async (page) => {
      await openCart(page);
      await main(page).getByText('Your cart is empty').waitFor();
    },
  },
  {
    name: 'cart-panel',
    open: async (page) => {
      await openCart(page, bottle);
      await page.goto('/dashboard/userProduct');
      await page.getByRole('link', { name: 'Go to checkout' }).waitFor();
    },
  },
  {
    name: 'checkout-opening',
    open: async (page) => {
      await withPatience(page);
      await openCart(page, bottle);
      await interceptCall(page, 'StartCheckout', holdCalls().act);
      await main(page).getByRole('button', { name: 'Checkout' }).click();
      await main(page).getByRole('heading', { level: 1, name: 'Opening the checkout' }).waitFor();
    },
  },
  { name: 'checkout', open: (page) => buyNow(page, bottle) },
  { name: 'checkout-filled', open: (page) => fillAll(page, '4242') },
  {
    name: 'checkout-problems',
    open: async (page) => {
      await buyNow(page, bottle);
      await placeOrder(page).click();
      await main(page).getByText('Enter your e-mail', { exact: true }).waitFor();
    },
  },
  {
    name: 'checkout-declined',
    open: async (page) => {
      await fillAll(page, '0002');
      await placeOrder(page).click();
      await main(page).getByRole('alert').waitFor();
    },
  },
  {
    name: 'checkout-bank',
    open: async (page) => {
      await fillAll(page, '3155');
      await placeOrder(page).click();
      await page.getByRole('dialog', { name: 'Test bank' }).waitFor();
    },
  },
  {
    name: 'checkout-return-elsewhere',
    isFault: true,
    open: async (page) => {
      await page.goto('/checkout/000000000000000000000000/return?redirect_status=succeeded');
      await main(page).getByText('This purchase cannot be shown in this browser.').waitFor();
    },
  },
  { name: 'order', open: openPlaced },
  {
    name: 'order-undone',
    open: async (page) => {
      await openPlaced(page);
      await main(page).getByRole('button', { name: 'Undo purchase' }).click();
      await main(page)
        .getByText(/Your order is cancelled/)
        .waitFor();
    },
  },
  {
    name: 'order-payment-failed',
    only: 'phone',
    open: openAs({ paymentStatus: 'FAILED' }, {}, /^Your bank refused/),
  },
  {
    name: 'order-partly-shipped',
    only: 'desktop',
    open: openAs(
      {
        ...{ paymentStatus: 'PARTIALLY_REFUNDED', fulfillmentStatus: 'PARTIALLY_FULFILLED', canCancel: false },
        ...{ capturedTotal: money(9_009), refundedTotal: money(500) },
      },
      { quantity: 2, fulfilledQuantity: 1, openQuantity: 1 },
      /1 of 2 sent/,
    ),
  },
  {
    name: 'order-in-account',
    open: async (page) => {
      const extensions = { code: 'NOT_FOUND', field: 'token' };
      const errors = [{ message: 'This order is in an account. Sign in to see it.', path: ['order'], extensions }];
      await interceptCall(page, 'Order', (route) => route.fulfill({ json: { data: { order: null }, errors } }));
      await page.goto('/order/K-7F3Q-9M2X/of-a-mail');
      await main(page).getByRole('link', { name: 'Sign in' }).waitFor();
    },
  },
  {
    name: 'order-of-account',
    open: async (page) => {
      await signIn(page, demo.shopper);
      await page.goto('/dashboard/orders/K-D3M0-7HN1');
      await main(page)
        .getByRole('link', { name: /^Credit note / })
        .waitFor();
    },
  },
  {
    name: 'order-find',
    open: async (page) => {
      await page.goto('/order/find');
      await main(page).getByLabel('Order number').fill('K-7F3Q-9M2X');
      await main(page).getByLabel('Email').fill('anna@example.com');
      await main(page).getByRole('button', { name: 'Send me the link' }).click();
      await main(page).getByText('If the order exists, we have sent you a link.').waitFor();
    },
  },
  {
    name: 'orders',
    open: async (page) => {
      await signIn(page, demo.shopper);
      await page.goto('/dashboard/orders');
      await main(page).getByText('On its way').first().waitFor();
    },
  },
  {
    name: 'orders-empty',
    open: async (page) => {
      await signIn(page, await newShopper(page.request));
      await page.goto('/dashboard/orders');
      await main(page).getByText('No orders yet').waitFor();
    },
  },
];
