import { foldText } from '../text/foldText';
import { suffixesOf } from '../text/searchTerms';
import { attentionFrom } from './attention';
import type { OrderDocument } from './orderDocument';

/** Fields that only lists of orders need. */
type OrderListFields = Required<Pick<OrderDocument, 'attentionAt' | 'searchText' | 'searchTerms'>>;

function listFieldsOf(order: OrderDocument): OrderListFields {
  const { _id, email, shippingAddress, billingAddress } = order;
  const texts = [email, shippingAddress.fullName, billingAddress?.fullName ?? ''];
  return { attentionAt: attentionFrom(order), ...searchFieldsOf(_id, texts) };
}

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
