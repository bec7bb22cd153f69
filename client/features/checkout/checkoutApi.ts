import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import {
  AcceptLinePriceDocument,
  CancelCheckoutDocument,
  CheckoutDocument,
  type CheckoutPartsFragment,
  ConfirmPaymentDocument,
  ExtendHoldDocument,
  SetLineQuantityDocument,
  StartCheckoutDocument,
  type StartCheckoutInput,
  SubmitCheckoutDocument,
  UpdateCheckoutDocument,
  type UpdateCheckoutInput,
} from '../../__generated__/lazyOperations';
import { requireData } from '../../lib/noAnswer';
import { checkoutHeaders, recallCheckout, rememberCheckout, rememberGuestCheckout } from './checkoutMemory';
import { loadSettings } from '../../session/settings';

export type Checkout = CheckoutPartsFragment;
export type CheckoutLine = Checkout['lines'][number];
export type CheckoutProblem = Checkout['problems'][number];
export type Payment = NonNullable<Checkout['payment']>;

/** Not cached by Apollo: every response must be current. */
const uncached = { fetchPolicy: 'no-cache' } as const;

/** A provider outage is reported within 10 s. */
const timeoutMs = 8_000;
/** Between two looks at a payment that is not decided. */
export const pollMs = 3_000;

/** Adds the token of a guest's checkout. */
const contextOf = (id: string | undefined) => ({
  context: {
    headers: checkoutHeaders(id === undefined ? undefined : recallCheckout(id).token),
    needsCaller: true,
    timeoutMs,
  },
});

async function mutate<Result, Variables extends OperationVariables>(
  client: ApolloClient,
  mutation: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  id?: string,
): Promise<Result> {
  const { data } = await client.mutate({ mutation, variables, ...uncached, ...contextOf(id) } as never);
  return requireData(data as Result | undefined);
}

export async function readCheckout(client: ApolloClient, id: string): Promise<Checkout | null> {
  const { data } = await client.query({
    query: CheckoutDocument,
    variables: { id },
    ...uncached,
    ...contextOf(id),
  });
  return data?.checkout ?? null;
}

/** 'Buy now' names a product; `from` copies the input of an earlier checkout. */
export async function startCheckout(client: ApolloClient, input: StartCheckoutInput): Promise<Checkout> {
  const from = input.from ?? undefined;
  const started = requireData((await mutate(client, StartCheckoutDocument, { input }, from)).startCheckout);
  rememberCheckout(started.checkout.id, {
    draft: from === undefined ? undefined : recallCheckout(from).draft,
    token: started.token ?? undefined,
  });
  if (started.token !== null) rememberGuestCheckout(started.checkout.id);
  return started.checkout;
}

export async function updateCheckout(client: ApolloClient, input: UpdateCheckoutInput): Promise<Checkout> {
  const data = await mutate(client, UpdateCheckoutDocument, { input }, input.id);
  return requireData(data.updateCheckout).checkout;
}

/** At what the buyer saw. */
export async function submitCheckout(client: ApolloClient, id: string, { total, fingerprint }: Checkout) {
  const input = { id, expectedTotal: total.amount, expectedFingerprint: fingerprint };
  const data = await mutate(client, SubmitCheckoutDocument, { input }, id);
  return requireData(data.submitCheckout);
}

export async function confirmPayment(client: ApolloClient, id: string): Promise<Checkout> {
  const data = await mutate(client, ConfirmPaymentDocument, { input: { id } }, id);
  return requireData(data.confirmPayment).checkout;
}

export async function extendHold(client: ApolloClient, id: string): Promise<Checkout> {
  const data = await mutate(client, ExtendHoldDocument, { input: { id } }, id);
  return requireData(data.extendHold).checkout;
}

export async function cancelCheckout(client: ApolloClient, id: string): Promise<Checkout> {
  const data = await mutate(client, CancelCheckoutDocument, { input: { id } }, id);
  return requireData(data.cancelCheckout).checkout;
}

export async function acceptCartPrice(client: ApolloClient, productId: string, price: number): Promise<void> {
  await mutate(client, AcceptLinePriceDocument, { input: { productId, price } });
}

export async function setCartQuantity(client: ApolloClient, productId: string, quantity: number): Promise<void> {
  await mutate(client, SetLineQuantityDocument, { input: { productId, quantity } });
}

/** Fetched on the first purchase, because most visitors only browse. While it is unknown the server decides. */
export const isBuyingClosed = (): Promise<boolean> =>
  loadSettings().then(
    ({ paymentProvider }) => paymentProvider === 'none',
    () => false,
  );
