import type { EndpointRow } from './endpoint';
import { addresses, money, sums } from './selections';

const problem = '{ code message line field }';
const method = `{ id name price ${money} fullPrice ${money} freeAbove ${money} earliest latest }`;
const checkoutLine = `{ id name picture quantity unitPrice ${money} agreedPrice ${money} total ${money} available problem ${problem} }`;
const checkout = `{ id status fromCart email lines ${checkoutLine} ${addresses} shippingMethods ${method} shippingMethod ${method} ${sums} amountToFreeShipping ${money} fingerprint problems ${problem} heldUntil payment { id provider result declineReason clientSecret } orderNumber }`;

/** Read-only fields of a checkout, accepted but ignored in requests. */
const answered = [
  ...['_id', 'status', 'fromCart', 'lines', 'shippingMethods', 'shippingMethod'],
  ...['subtotal', 'shippingTotal', 'taxTotal', 'taxIncluded', 'taxZone', 'total', 'amountToFreeShipping'],
  ...['fingerprint', 'problems', 'heldUntil', 'payment', 'orderNumber'],
];

const keys = { id: "The checkout's id." };
const noFields = { used: [], required: [], overruled: [] };

/** A mutation of one checkout that returns the checkout. */
const about = (operation: 'confirmPayment' | 'extendHold' | 'cancelCheckout', path: string) => {
  const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
  return {
    method: 'POST',
    path: `/checkouts/:id/${path}`,
    keys,
    operation,
    document: `mutation ${name}($input: ${name}Input!) { ${operation}(input: $input) { checkout ${checkout} } }`,
    body: noFields,
    variables: ({ params }) => ({ input: { id: params['id'] } }),
    part: 'checkout',
    guests: 'withToken',
  } as const satisfies Partial<EndpointRow>;
};

/** Buying by REST alone; the payment itself is made at its provider. */
export const checkoutRows: readonly EndpointRow[] = [
  {
    rows: ['C13'],
    method: 'POST',
    path: '/checkouts',
    summary: "Begins a purchase of one product, or of the caller's cart; a guest gets the token of their checkout.",
    operation: 'startCheckout',
    document: `mutation StartCheckout($input: StartCheckoutInput!) { startCheckout(input: $input) { checkout ${checkout} token } }`,
    body: { used: ['slug', 'productId', 'quantity', 'seenPrice', 'from'], required: [], overruled: [] },
    status: 201,
    guests: 'withOrWithoutToken',
  },
  {
    rows: ['C13', 'C29'],
    method: 'GET',
    path: '/checkouts/:id',
    summary: 'A checkout, with what has to be answered before it can be paid.',
    keys,
    operation: 'checkout',
    document: `query Checkout($id: ID!) { checkout(id: $id) ${checkout} }`,
    variables: ({ params }) => ({ id: params['id'] }),
    guests: 'withToken',
  },
  {
    rows: ['C14', 'C15'],
    method: 'PATCH',
    path: '/checkouts/:id',
    summary: 'Sets e-mail, addresses, shipping method or note; what is left out stays as it is.',
    keys,
    operation: 'updateCheckout',
    document: `mutation UpdateCheckout($input: UpdateCheckoutInput!) { updateCheckout(input: $input) { checkout ${checkout} } }`,
    body: {
      used: ['email', 'shippingAddress', 'billingAddress', 'shippingMethodId', 'note'],
      required: [],
      overruled: answered,
    },
    variables: ({ params, body }) => ({ input: { ...body, id: params['id'] } }),
    part: 'checkout',
    guests: 'withToken',
  },
  {
    rows: ['C17', 'C18', 'C19'],
    method: 'POST',
    path: '/checkouts/:id/submit',
    summary: "'Place order': holds what the buyer saw, at that total, and opens a payment at its provider.",
    keys,
    operation: 'submitCheckout',
    document: `mutation SubmitCheckout($input: SubmitCheckoutInput!) { submitCheckout(input: $input) { checkout ${checkout} problems ${problem} } }`,
    body: { used: ['expectedTotal', 'expectedFingerprint'], required: ['expectedTotal'], overruled: [] },
    variables: ({ params, body }) => ({ input: { ...body, id: params['id'] } }),
    guests: 'withToken',
  },
  {
    ...about('confirmPayment', 'confirm'),
    rows: ['C21', 'C24'],
    summary: 'Looks at the payment at its provider, and places the order when it is paid.',
  },
  {
    ...about('extendHold', 'extend'),
    rows: ['C19'],
    summary: 'Holds the pieces for 15 minutes from now, up to ten times.',
  },
  {
    ...about('cancelCheckout', 'cancel'),
    rows: ['C19'],
    summary: 'Ends a purchase that is not paid: its payment is cancelled, then its pieces are free again.',
  },
];
