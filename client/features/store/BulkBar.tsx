import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import type { BulkProductAction } from '../../__generated__/lazyOperations';
import { appears } from '../../theme/motion';
import { rem } from '../../theme/typography';
import { Icon } from '../../ui/Icon';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { bulkActions, bulkLabels, formatSelectedCount } from './bulk';
import type { BulkRun } from './useBulk';

interface Props {
  count: number;
  run: BulkRun | undefined;
  onAction: (action: BulkProductAction) => void;
  onClear: () => void;
}

/** Above the sticky heading; on phones at the lower edge, so that no row moves from under the finger. */
const place = {
  position: { xs: 'fixed', table: 'sticky' },
  inset: { xs: 'auto 12px max(12px, env(safe-area-inset-bottom))', table: '76px auto auto' },
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  width: { xs: 'auto', table: 1 },
  minHeight: 52,
  p: 1,
  pl: { xs: 1.75, table: 2.25 },
  ...appears,
} as const;
const actions = {
  flexWrap: 'wrap',
  order: { xs: 1, table: 0 },
  flex: { xs: '1 1 100%', table: 'none' },
  gap: 1,
  pb: { xs: 0.5, table: 0 },
  '& > button': { flex: { xs: '1 0 auto', table: 'none' }, minHeight: { xs: rem(40), table: rem(36) } },
} as const;
const progress = { flex: '0 1 320px', minWidth: 120, mr: 1.5, color: 'toast.accent' };

/** The end of the page, and what has the focus, are above the bar. */
const roomBelow = (
  <GlobalStyles
    styles={({ breakpoints }) => ({
      [breakpoints.down('table')]: {
        'html:root': { scrollPaddingBottom: rem(180) },
        'footer[class]': { paddingBottom: rem(180) },
      },
    })}
  />
);

/** The toolbar of the selected rows, and the progress of a running action. */
export function BulkBar({ count, run, onAction, onClear }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  useFocusFallback(bar, run?.action);
  const doing = run && bulkLabels(run.action).doing;
  const label = { role: 'group', 'aria-label': 'Selected products' } as const;
  return (
    <Paper ref={bar} variant="ink" tabIndex={-1} data-testid="bulk-bar" {...(!run && label)} sx={place}>
      {roomBelow}
      <Typography variant="label" component="p" role="status" sx={{ mr: 'auto', fontVariantNumeric: 'tabular-nums' }}>
        {run ? `${doing}: ${run.done} of ${run.total}` : formatSelectedCount(count)}
      </Typography>
      {run ? (
        <LinearProgress
          variant="determinate"
          color="inherit"
          aria-label={doing}
          max={run.total}
          value={run.done}
          sx={progress}
        />
      ) : (
        <>
          <Stack direction="row" sx={actions}>
            {bulkActions.map((action) => (
              <Button key={action} variant="soft" size="small" onClick={() => onAction(action)}>
                {bulkLabels(action).button}
              </Button>
            ))}
          </Stack>
          <IconButton aria-label="Clear selection" size="small" onClick={onClear}>
            <Icon name="close" />
          </IconButton>
        </>
      )}
    </Paper>
  );
}
