import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { AvailabilityDocument } from '../../__generated__/operations';
import { Status } from '../../ui/Status';

interface Props {
  product: { readonly id: string; readonly inStock: boolean };
}

/** The quantity must be current: it is never cached. What it says of the product is, for all buttons and cards. */
export function StockStatus({ product: { id, inStock } }: Props) {
  // If it cannot be fetched, the page's data are shown.
  const { client, data } = useQuery(AvailabilityDocument, { variables: { id }, fetchPolicy: 'no-cache', ssr: false });
  const { status, left = null } = data?.availability ?? {};
  useEffect(() => {
    if (status) client.cache.modify({ id: `Product:${id}`, fields: { inStock: () => status !== 'OUT_OF_STOCK' } });
  }, [client, id, status]);
  if (!inStock) return <Status color="error">Out of Stock</Status>;
  if (left !== null) return <Status color="warning">{`Only ${left} left`}</Status>;
  return <Status color="success">In Stock</Status>;
}
