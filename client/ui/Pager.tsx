import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatRowRange } from '../lib/formatRowRange';
import type { TableList } from './useTableList';

type Props = Pick<TableList<never>, 'pages' | 'total' | 'totalIsExact' | 'refreshing'>;

const bar = { flexWrap: 'wrap', alignItems: 'center', gap: '10px 16px', width: 1, px: 0.5, color: 'text.secondary' };

export function Pager({ pages, total, totalIsExact, refreshing }: Props) {
  const { start, end, hasPrevious, hasNext, filling, failed, next, previous, retry } = pages;
  const stopped = (enabled: boolean) => !enabled || filling || refreshing;
  const step = (label: string, enabled: boolean, go: () => void) => (
    // Not `disabled`, so that the button just pressed keeps the focus.
    <Button
      variant="quiet"
      size="small"
      aria-disabled={stopped(enabled)}
      onClick={() => {
        if (!stopped(enabled)) go();
      }}
    >
      {label}
    </Button>
  );
  return (
    <Stack direction="row" sx={bar}>
      <Typography
        variant="inherit"
        aria-live="polite"
        data-testid="row-range"
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {formatRowRange({ start, end, total, totalIsExact })}
      </Typography>
      {failed && (
        <Typography variant="inherit" role="alert" color="error">
          The next rows could not be loaded.{' '}
          <Button variant="link" onClick={retry}>
            Try again
          </Button>
        </Typography>
      )}
      <Stack direction="row" sx={{ gap: 1, ml: 'auto' }}>
        {step('Previous', hasPrevious, previous)}
        {step('Next', hasNext, next)}
      </Stack>
    </Stack>
  );
}
