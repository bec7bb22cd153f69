import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { noAnswer } from '../../lib/noAnswer';
import { serverMessage } from '../../lib/serverMessage';
import { productPath } from '../../lib/paths';
import { keptQuantity } from '../../lib/quantity';
import { toast } from '../../ui/toast';
import { useIsCurrentPage } from '../../ui/useIsCurrentPage';
import {
  acceptCartPrice,
  type Checkout,
  type CheckoutLine,
  readCheckout,
  setCartQuantity,
  startCheckout,
  updateCheckout,
} from './checkoutApi';
import type { LineAnswer } from './ReviewLines';

interface Parts {
  checkout: Checkout;
  onChange: (checkout: Checkout) => void;
  /** Moves the typed input to another checkout. */
  save: (checkout: Checkout) => Promise<Checkout>;
  /** Notifies other components and tabs. */
  onCartChange: () => void;
}

/** 'Accept new price', 'Keep 2', 'Remove': they change the cart; for 'Buy now' they start a new checkout. */
export function useLineProblemAnswers({ checkout, onChange, save, onCartChange }: Parts) {
  const client = useApolloClient();
  const navigate = useNavigate();
  const isCurrentPage = useIsCurrentPage();

  async function readAgain(): Promise<void> {
    const now = await readCheckout(client, checkout.id);
    if (now) onChange(now);
  }

  async function ofCart(line: CheckoutLine, answer: LineAnswer): Promise<void> {
    if (answer === 'accept') await acceptCartPrice(client, line.id, line.unitPrice.amount);
    else await setCartQuantity(client, line.id, answer === 'keep' ? keptQuantity(line.available ?? 0) : 0);
    onCartChange();
    await readAgain();
  }

  async function ofProduct(line: CheckoutLine, answer: LineAnswer): Promise<void> {
    if (answer === 'remove') return void navigate(line.product ? productPath(line.product.slug) : '/products');
    const { quantity, available, unitPrice, agreedPrice } = line;
    const next = await startCheckout(client, {
      productId: line.id,
      quantity: answer === 'keep' ? keptQuantity(available ?? quantity) : quantity,
      seenPrice: (answer === 'accept' ? unitPrice : agreedPrice).amount / 100,
    });
    const saved = await save(next);
    // The new checkout starts with the first method.
    const chosen = saved.shippingMethods.find(({ id }) => id === checkout.shippingMethod?.id);
    const isSame = !chosen || chosen.id === saved.shippingMethod?.id;
    onChange(isSame ? saved : await updateCheckout(client, { id: next.id, shippingMethodId: chosen.id }));
    if (isCurrentPage()) void navigate(`/checkout/${next.id}`, { replace: true });
  }

  return async (line: CheckoutLine, answer: LineAnswer): Promise<void> => {
    try {
      await (checkout.fromCart ? ofCart : ofProduct)(line, answer);
    } catch (error) {
      toast(serverMessage(error, `${noAnswer} Nothing was changed.`), 'error');
      // The rejection is handled next.
      await readAgain().catch(() => undefined);
    }
  };
}
