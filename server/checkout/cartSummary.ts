import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import type { CheckoutDocument } from './checkouts.repository';
import { quoteCart, type Quote } from './quote';

export interface SummarizedCart {
  readonly quote: Quote;
  readonly unfinished: CheckoutDocument | null;
}

/** What is in the viewer's cart, as it would be bought now. */
export async function readCartSummary(context: Context): Promise<SummarizedCart> {
  const { viewer } = await authorize(context, 'cartSummary');
  const [quote, unfinished] = await Promise.all([
    quoteCart(context, viewer.uid),
    context.repositories.checkouts.findUnfinished(viewer.uid),
  ]);
  return { quote, unfinished };
}
