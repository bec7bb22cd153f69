import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import type { CheckoutDocument } from './checkouts.repository';
import { quoteCart, type Quote } from './quote';

export interface SummarizedCart {
  readonly quote: Quote;
  readonly unfinished: CheckoutDocument | null;
}

/** The viewer's cart at current prices and stock. */
export async function readCartSummary(context: Context): Promise<SummarizedCart> {
  const { viewer } = await authorize(context, 'cartSummary');
  const [quote, unfinished] = await Promise.all([
    quoteCart(context, viewer.uid),
    context.repositories.checkouts.findUnfinished(viewer.uid),
  ]);
  return { quote, unfinished };
}
