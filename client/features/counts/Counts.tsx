import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useState } from 'react';
import { CountsDocument } from '../../__generated__/lazyOperations';
import { formatCount } from '../../lib/formatCount';
import { lazyModule } from '../../lib/lazyModule';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import { rem } from '../../theme/typography';
import { EmptyState } from '../../ui/EmptyState';
import { lazyComponent } from '../../ui/lazyComponent';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast';
import { type CountBar, countBars, dataset } from './bars';
import { CountsTable } from './CountsTable';

const chart = { width: 1, height: { xs: rem(300), sm: rem(460) }, mt: { xs: -1.25, sm: -5 } };

const CountsChart = lazyComponent(
  lazyModule(() => import('./CountsChart')),
  'CountsChart',
  { title: 'The chart', loading: null },
);

export function Counts() {
  const { data, error, refetch } = useQuery(CountsDocument, { fetchPolicy: 'cache-and-network' });
  useRoleRefresh(error);
  useEffect(() => {
    if (error) toast('Failed to fetch dashboard data', 'error');
  }, [error]);

  if (data) return <Numbers bars={countBars(data.counts)} />;
  if (!error) return <CountsLoading />;
  return (
    <Paper variant="panel" sx={{ placeItems: 'center' }}>
      <EmptyState title="The numbers could not be loaded">
        <Button variant="ink" onClick={() => void refetch().catch(() => undefined)}>
          Try again
        </Button>
      </EmptyState>
    </Paper>
  );
}

function Numbers({ bars }: { bars: readonly CountBar[] }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      <Tiles>
        {bars.map(({ label, [dataset]: count }) => (
          <Tile key={label}>
            <Typography variant="inherit" component="dt" color="textSecondary">
              {label}
            </Typography>
            <Typography variant="figure" component="dd">
              {formatCount(count)}
            </Typography>
          </Tile>
        ))}
      </Tiles>
      <Panel title="Dashboard Counts">
        {!asTable && (
          <Box sx={chart}>
            <CountsChart bars={bars} />
          </Box>
        )}
        {/* Screen readers always get the table. */}
        <CountsTable bars={bars} hidden={!asTable} />
        <Button variant="link" sx={{ justifySelf: 'start' }} onClick={() => setAsTable((before) => !before)}>
          {asTable ? 'Show as a chart' : 'Show as a table'}
        </Button>
      </Panel>
    </>
  );
}

const tiles = { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: { xs: 1, sm: 2.5 }, width: 1 };
const tile = { gap: 1, minHeight: { xs: rem(92), sm: rem(122) }, p: { xs: 1.75, sm: 3 } };

const Tiles = ({ children }: { children: ReactNode }) => (
  <Box component="dl" sx={tiles}>
    {children}
  </Box>
);

const Tile = ({ children }: { children: ReactNode }) => (
  <Paper variant="panel" sx={tile}>
    {children}
  </Paper>
);

/** As high as the content: no layout shift. */
function CountsLoading() {
  return (
    <>
      <Typography
        variant="inherit"
        role="status"
        color="textSecondary"
        sx={{ position: 'absolute', zIndex: 1, mt: 8.25, p: 3 }}
      >
        Loading...
      </Typography>
      <Box aria-hidden="true" sx={{ display: 'grid', gap: 2.5, width: 1 }}>
        <Tiles>
          {/* The text covers the first bar. */}
          {[0, '60%', '60%'].map((width, at) => (
            <Tile key={at}>
              <Skeleton width={width} height={rem(40)} sx={{ alignSelf: 'center' }} />
            </Tile>
          ))}
        </Tiles>
        <Paper variant="panel">
          <Skeleton sx={{ height: { xs: rem(300), sm: rem(458) } }} />
        </Paper>
      </Box>
    </>
  );
}
