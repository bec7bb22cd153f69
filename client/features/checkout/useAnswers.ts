import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { serverMessage } from '../../lib/serverMessage';
import { productPath } from '../../lib/paths';
import { toast } from '../../ui/toast';
import {
  acceptCartPrice,
  type Checkout,
  type CheckoutLine,
  readCheckout,
  setCartQuantity,
  startCheckout,
} from './checkoutApi';
import { recallCheckout, rememberCheckout } from './checkoutMemory';
import type { LineAnswer } from './ReviewLines';

interface Parts {
  checkout: Checkout;
  onChange: (checkout: Checkout) => void;
  /** Brings what is typed to another checkout. */
  save: (checkout: Checkout) => Promise<Checkout>;
  /** Other parts of the page, and other tabs, hear of it. */
  onCartChange: () => void;
}

/** 'Accept new price', 'Keep 2', 'Remove': of a cart in the cart; of 'Buy now' the one product is asked for anew. */
export function useAnswers({ checkout, onChange, save, onCartChange }: Parts) {
  const client = useApolloClient();
  const navigate = useNavigate();

  async function ofCart(line: CheckoutLine, answer: LineAnswer): Promise<void> {
    if (answer === 'accept') await acceptCartPrice(client, line.id, line.unitPrice.amount);
    else await setCartQuantity(client, line.id, answer === 'keep' ? (line.available ?? 0) : 0);
    onCartChange();
    const next = await readCheckout(client, checkout.id);
    if (next?.lines.length === 0) void navigate('/cart', { replace: true });
    else if (next) onChange(next);
  }

  async function ofProduct(line: CheckoutLine, answer: LineAnswer): Promise<void> {
    if (answer === 'remove') return void navigate(line.product ? productPath(line.product.slug) : '/products');
    const { quantity, available, unitPrice, agreedPrice } = line;
    const next = await startCheckout(client, {
      productId: line.id,
      quantity: answer === 'keep' ? (available ?? quantity) : quantity,
      seenPrice: (answer === 'accept' ? unitPrice : agreedPrice).amount / 100,
    });
    rememberCheckout(next.id, { draft: recallCheckout(checkout.id).draft });
    onChange(next);
    await save(next);
    void navigate(`/checkout/${next.id}`, { replace: true });
  }

  return async (line: CheckoutLine, answer: LineAnswer): Promise<void> => {
    const { token, product } = recallCheckout(checkout.id);
    const isCart = token === undefined && product === undefined;
    try {
      await (isCart ? ofCart : ofProduct)(line, answer);
    } catch (error) {
      toast(serverMessage(error, 'The shop did not answer. Nothing was changed.'), 'error');
    }
  };
}
