import type { CheckoutStatus as ApiStatus, Resolvers } from '../__generated__/resolvers';
import { amountToFreeShipping } from '../pricing/priceCheckout';
import { toProductView } from '../products/productView';
import { acceptPrice, setStoreQuantity } from '../store/setStoreQuantity';
import type { AttemptState, CheckoutDocument } from './checkouts.repository';
import { readCartSummary } from './cartSummary';
import { cancelCheckout, confirmPayment, extendHold, updateCheckout } from './changeCheckout';
import { findCheckout } from './findCheckout';
import { fingerprintOf } from './fingerprint';
import { lineProblem, quoteOf, type Quote } from './quote';
import { reorder } from './reorder';
import { startCheckout } from './startCheckout';
import { submitCheckout } from './submitCheckout';

export const checkoutResolvers: Resolvers = {
  Query: {
    cartSummary: (_, _arguments, context) => readCartSummary(context),
    checkout: (_, { id }, context) => findCheckout(context, id),
  },
  Mutation: {
    setStoreQuantity: async (_, { input }, context) => {
      const { removedIds } = await setStoreQuantity(context, input);
      return { cart: await readCartSummary(context), removedIds };
    },
    acceptPrice: async (_, { input }, context) => {
      await acceptPrice(context, input);
      return { cart: await readCartSummary(context) };
    },
    reorder: async (_, { input }, context) => {
      const lines = await reorder(context, input);
      return { cart: await readCartSummary(context), lines };
    },
    startCheckout: (_, { input }, context) => startCheckout(context, input),
    updateCheckout: async (_, { input }, context) => ({ checkout: await updateCheckout(context, input) }),
    submitCheckout: (_, { input }, context) => submitCheckout(context, input),
    confirmPayment: async (_, { input }, context) => ({ checkout: await confirmPayment(context, input.id) }),
    extendHold: async (_, { input }, context) => ({ checkout: await extendHold(context, input.id) }),
    cancelCheckout: async (_, { input }, context) => ({ checkout: await cancelCheckout(context, input.id) }),
  },
  Money: { amount: (cents) => cents, currencyCode: () => 'USD' },
  CartSummary: {
    lines: ({ quote }) => quote.lines,
    pieces: ({ quote }) => quote.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: ({ quote }) => quote.totals.subtotalCents,
    amountToFreeShipping: ({ quote }) => toFreeShipping(quote),
    problems: ({ quote }) => quote.problems.filter(({ line, code }) => line !== null || code === 'TOO_LARGE'),
    unfinishedCheckout: ({ unfinished }) => unfinished,
  },
  CheckoutLine: {
    id: ({ productId }) => productId.toHexString(),
    product: ({ product }) => product && toProductView(product),
    name: ({ product, name }) => product?.name ?? name,
    picture: ({ product, photo }) => product?.photos[0] ?? photo,
    unitPrice: ({ unitPriceCents }) => unitPriceCents,
    agreedPrice: ({ agreedCents }) => agreedCents,
    total: ({ unitPriceCents, quantity }) => unitPriceCents * quantity,
    available: ({ available, problem }) => (problem === 'NOT_ENOUGH_STOCK' ? available : null),
    problem: (line) => lineProblem(line),
  },
  ReorderedLine: {
    name: ({ line }) => line.name,
    quantity: ({ line }) => line.quantity,
    boughtFor: ({ line }) => line.unitPriceCents,
    price: ({ priceCents }) => priceCents,
  },
  ShippingMethod: {
    price: ({ priceCents }) => priceCents,
    fullPrice: ({ fullPriceCents }) => fullPriceCents,
    freeAbove: ({ freeAboveCents }) => freeAboveCents,
  },
  PaymentAttempt: { provider: (_, _arguments, context) => context.saga.provider.name },
  Checkout: {
    id: ({ _id }) => _id,
    status: toApiStatus,
    fromCart: ({ source }) => source.kind === 'CART',
    lines: async (checkout, _, context) => (await quoteOf(context, checkout)).lines,
    shippingMethods: async (checkout, _, context) => (await quoteOf(context, checkout)).methods,
    shippingMethod: async (checkout, _, context) => (await quoteOf(context, checkout)).method,
    subtotal: async (checkout, _, context) => (await quoteOf(context, checkout)).totals.subtotalCents,
    shippingTotal: async (checkout, _, context) => (await quoteOf(context, checkout)).totals.shippingCents,
    taxTotal: async (checkout, _, context) => (await quoteOf(context, checkout)).totals.taxCents,
    taxIncluded: async (checkout, _, context) => (await quoteOf(context, checkout)).totals.taxIncluded,
    taxZone: async (checkout, _, context) => (await quoteOf(context, checkout)).taxZone,
    total: async (checkout, _, context) => (await quoteOf(context, checkout)).totals.totalCents,
    fingerprint: async (checkout, _, context) => fingerprintOf(await quoteOf(context, checkout)),
    amountToFreeShipping: async (checkout, _, context) => toFreeShipping(await quoteOf(context, checkout)),
    problems: async (checkout, _, context) => (await quoteOf(context, checkout)).problems,
    payment: toApiPayment,
    orderNumber: ({ status, orderNumber }) => (status === 'PLACED' ? orderNumber : null),
  },
};

const toFreeShipping = ({ totals, freeAboveCents }: Quote): number | null =>
  freeAboveCents === null ? null : amountToFreeShipping(totals.subtotalCents, freeAboveCents);

/** Nobody pays an attempt that is being voided. */
function toApiPayment({ status, attempt }: CheckoutDocument): AttemptState | null {
  return attempt && status === 'RELEASING' ? { ...attempt, result: 'UNKNOWN', clientSecret: null } : attempt;
}

/** Buyers see the internal steps between two provider calls as 'paying'. */
function toApiStatus({ status, attempt }: CheckoutDocument): ApiStatus {
  switch (status) {
    case 'PAYING':
      return attempt?.result === 'ACTION_REQUIRED' ? 'ACTION_REQUIRED' : 'PAYING';
    case 'PAID':
    case 'HOLDING_AGAIN':
    case 'PLACING':
    case 'RELEASING':
      return 'PAYING';
    default:
      return status;
  }
}
