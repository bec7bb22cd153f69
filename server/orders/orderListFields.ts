import { foldText } from '../text/foldText';
import { suffixesOf } from '../text/searchTerms';
import { attentionFrom } from './attention';
import type { OrderDocument } from './orderDocument';

/** Fields that only lists of orders need. */
type OrderListFields = Required<Pick<OrderDocument, 'attentionAt' | 'searchText' | 'searchTerms'>>;

function listFieldsOf(order: OrderDocument): OrderListFields {
  const { _id, email, shippingAddress, billingAddress } = order;
  const texts = [_id, email, shippingAddress.fullName, billingAddress?.fullName ?? ''];
  return { attentionAt: attentionFrom(order), ...searchFieldsOf(texts) };
}

export function searchFieldsOf(texts: readonly string[]): Pick<OrderListFields, 'searchText' | 'searchTerms'> {
  const searched = [...new Set(texts.map(foldText))].filter((text) => text !== '');
  return {
    // Folded texts have no line breaks, so no search spans two of them.
    searchText: searched.join('\n'),
    searchTerms: suffixesOf(...searched),
  };
}

export const withListFields = (order: OrderDocument): OrderDocument => ({ ...order, ...listFieldsOf(order) });
