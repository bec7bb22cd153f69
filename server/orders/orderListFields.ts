import { foldText } from '../text/foldText';
import { suffixesOf } from '../text/searchTerms';
import { attentionFrom } from './attention';
import type { OrderDocument } from './orderDocument';

/** Fields that only lists of orders need. */
type OrderListFields = Required<Pick<OrderDocument, 'attentionAt' | 'toShip' | 'searchText' | 'searchTerms'>>;

/** With pieces left to ship. */
const unshipped: readonly OrderDocument['status'][] = ['placed', 'partlyShipped'];
/** Orders with these payments are not shipped. */
const stoppedPayments: readonly OrderDocument['payment']['status'][] = ['failed', 'refunded', 'voided'];

export function listFieldsOf(order: OrderDocument): OrderListFields {
  const { _id, email, shippingAddress, billingAddress, forgetAt } = order;
  const texts = [email, shippingAddress.fullName, billingAddress?.fullName ?? ''];
  return { ...stateFieldsOf(order), ...searchFieldsOf(_id, forgetAt === undefined ? texts : []) };
}

/** Those that a change of the order may change. */
export const stateFieldsOf = (order: OrderDocument): Pick<OrderListFields, 'attentionAt' | 'toShip'> => ({
  attentionAt: attentionFrom(order),
  toShip: unshipped.includes(order.status) && !stoppedPayments.includes(order.payment.status),
});

/** The number is found with and without its hyphens. */
export function searchFieldsOf(
  number: string,
  texts: readonly string[],
): Pick<OrderListFields, 'searchText' | 'searchTerms'> {
  const searched = [...new Set([number, number.replaceAll('-', ''), ...texts].map(foldText))].filter(
    (text) => text !== '',
  );
  return {
    // Folded texts have no line breaks, so no search spans two of them.
    searchText: searched.join('\n'),
    searchTerms: suffixesOf(...searched),
  };
}

export const withListFields = (order: OrderDocument): OrderDocument => ({ ...order, ...listFieldsOf(order) });
