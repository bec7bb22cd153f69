import Button from '@mui/material/Button';
import { useState } from 'react';
import { type OwnItemsQuery, useOwnItemsQuery } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { logFailure } from '../../lib/logFailure';
import { formatMoney } from '../../lib/money';
import { serverMessage } from '../../lib/serverMessage';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { Thumbnail } from '../../ui/Thumbnail';

type Item = OwnItemsQuery['storeItems']['nodes'][number];

function useOwnItems(email: string) {
  const { data, loading, error, fetchMore } = useOwnItemsQuery({
    variables: { email, first: constants.pageSize },
    // Adds and removals elsewhere in the shop do not reach this list.
    fetchPolicy: 'cache-and-network',
  });
  const [more, setMore] = useState(false);
  const items = data?.storeItems;
  async function loadMore() {
    setMore(true);
    await fetchMore({ variables: { after: items?.pageInfo.endCursor ?? null } }).catch((failure: unknown) =>
      logFailure('Failed to load products', failure),
    );
    setMore(false);
  }
  return { items, loading, error, loadMore, loadingMore: more };
}

/** A person's store entries and products, newest first. */
export function OwnItems({ email }: { email: string }) {
  const { items, loading, error, loadMore, loadingMore } = useOwnItems(email);
  if (error && !items) {
    return (
      <p className="cart-error" role="alert">
        <Icon name="warn" />
        {serverMessage(error, 'Failed to load products')}
      </p>
    );
  }
  if (!items) return loading && <p role="status">Loading products...</p>;
  if (items.nodes.length === 0) return <EmptyState title="No products found" />;
  return (
    <>
      <ul className="own-items">
        {items.nodes.map((item) => (
          <OwnItem key={item.id} item={item} />
        ))}
      </ul>
      {items.pageInfo.hasNextPage && (
        <Button variant="outlined" className="ink" aria-busy={loadingMore} onClick={() => void loadMore()}>
          Load more
        </Button>
      )}
    </>
  );
}

function OwnItem({ item: { name, photos, categories, price, inStock } }: { item: Item }) {
  return (
    <li>
      <Thumbnail photo={photos[0]} />
      <div>
        <p className="cart-name">{name}</p>
        <p className="where">{categories.join(', ') || '-'}</p>
      </div>
      <span className={`pill ${inStock ? '' : 'off'}`}>{inStock ? 'In Stock' : 'Out of Stock'}</span>
      <span className="price">{formatMoney(price)}</span>
    </li>
  );
}
