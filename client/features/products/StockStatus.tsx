import { useQuery } from '@apollo/client/react';
import { AvailabilityDocument } from '../../__generated__/operations';
import { Status } from '../../ui/Status';

interface Props {
  product: { readonly slug: string; readonly inStock: boolean };
}

/** The quantity must be current: it is never cached. */
export function StockStatus({ product: { slug, inStock } }: Props) {
  // If it cannot be fetched, the page's data are shown.
  const { data } = useQuery(AvailabilityDocument, {
    variables: { slug },
    fetchPolicy: 'no-cache',
    skip: !inStock,
    ssr: false,
  });
  const { status, left } = data?.availability ?? { status: 'IN_STOCK', left: null };
  if (!inStock || status === 'OUT_OF_STOCK') return <Status color="error">Out of Stock</Status>;
  if (left !== null) return <Status color="warning">{`Only ${left} left`}</Status>;
  return <Status color="success">In Stock</Status>;
}
