import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCents } from '../../lib/money';
import { productPath } from '../../lib/paths';
import { Link } from '../../ui/Link';
import { LoadFailure } from '../../ui/LoadFailure';
import { Panel } from '../../ui/Panel';
import { SumList } from '../../ui/SumList';
import { Thumbnail } from '../../ui/Thumbnail';
import { type SalesReport, formatDeduction } from './reportRows';
import { useToReorder } from './useReport';

const sumOf = (amounts: readonly { amount: number }[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);

/** Tax by zone, with the refunded tax below each. */
export function TaxByZone({ zones }: { zones: SalesReport['taxZones'] }) {
  return (
    <Panel title="Tax by zone">
      {zones.length === 0 ? (
        <Nothing>No tax in these days</Nothing>
      ) : (
        <SumList
          sums={zones.map(({ name, tax }) => [name ?? 'No zone', formatCents(tax.amount)])}
          total={formatCents(sumOf(zones.map(({ tax }) => tax)))}
          after={zones
            .filter(({ refundedTax }) => refundedTax.amount !== 0)
            .map(({ name, refundedTax }) => [`Refunded, ${name ?? 'no zone'}`, formatDeduction(refundedTax.amount)])}
        />
      )}
    </Panel>
  );
}

export function BestSellers({ products }: { products: SalesReport['bestSellers'] }) {
  return (
    <Panel title="Best sellers">
      {products.length === 0 ? (
        <Nothing>Nothing was sold in these days</Nothing>
      ) : (
        <Rows label="Best sellers">
          {products.map(({ id, product, name, picture, sold }) => (
            <Row key={id} picture={picture ?? undefined} note={`${sold.toLocaleString('en-US')} sold`}>
              {product ? <Link to={productPath(product.slug)}>{name}</Link> : name}
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

/** Current values, whatever the report's days. */
export function ToReorder() {
  const { rows, isSearching, hasMore, hasFailed, retry } = useToReorder();
  return (
    <Panel title="To reorder">
      {rows.length > 0 && (
        <Rows label="To reorder">
          {rows.map(({ id, product, level }) => (
            <Row key={id} picture={product.photos[0]} note={leftWords(level?.available ?? 0)}>
              <Link to={productPath(product.slug)}>{product.name}</Link>
            </Row>
          ))}
        </Rows>
      )}
      {isSearching && !hasFailed && <p role="status">Loading...</p>}
      {hasFailed && <LoadFailure sentence="Failed to load the stock" onRetry={retry} />}
      {rows.length === 0 && !isSearching && <Nothing>Nothing is low</Nothing>}
      {hasMore && !isSearching && <Link to="/dashboard/stock?state=TO_REORDER">All to reorder</Link>}
    </Panel>
  );
}

const leftWords = (available: number): string => (available <= 0 ? 'Out of Stock' : `${available} left`);

const Nothing = ({ children }: { children: string }) => <Typography color="textSecondary">{children}</Typography>;

const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
    {children}
  </Box>
);

const row = { alignItems: 'center', gap: 1.5, py: 1, '& + &': { borderTop: 1, borderColor: 'divider' } } as const;

function Row({ picture, note, children }: { picture: string | undefined; note: string; children: ReactNode }) {
  return (
    <Stack component="li" direction="row" sx={row}>
      <Thumbnail photo={picture} size={56} />
      <Typography variant="label" component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <bdi>{children}</bdi>
      </Typography>
      <Typography variant="dense" sx={{ flex: 'none' }}>
        {note}
      </Typography>
    </Stack>
  );
}
