import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef } from 'react';
import { formatCount } from '../lib/formatCount';
import { appears } from '../theme/motion';
import { rem } from '../theme/typography';
import { Icon } from './Icon';
import { useFocusFallback } from './useFocusFallback';

/** A running action. */
interface BulkProgress {
  /** 'Deactivating' */
  doing: string;
  /** Undefined while waiting for a single response. */
  done?: number;
  total: number;
}

interface Props {
  /** The accessible name: 'Selected products'. */
  label: string;
  count: number;
  /** Follows the number of selected rows. */
  note?: string;
  run: BulkProgress | undefined;
  /** The buttons of the actions. */
  children: ReactNode;
  onClear: () => void;
}

/** Above the sticky heading; on phones at the lower edge, so that no row moves under the finger. */
const place = {
  position: { xs: 'fixed', table: 'sticky' },
  inset: { xs: 'auto 12px max(12px, env(safe-area-inset-bottom))', table: `${rem(76)} auto auto` },
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  width: { xs: 'auto', table: 1 },
  minHeight: rem(52),
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
  '& > :is(a, button)': { flex: { xs: '1 0 auto', table: 'none' }, minHeight: { xs: rem(40), table: rem(36) } },
} as const;
const progress = { flex: `0 1 ${rem(320)}`, minWidth: rem(120), mr: 1.5, color: 'toast.accent' };

/** Scroll padding keeps the end of the page and the focused element above the bar. */
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

const runWords = ({ doing, done, total }: BulkProgress): string =>
  done === undefined ? `${doing}: ${total}` : `${doing}: ${done} of ${total}`;

/** The toolbar of the selected rows, and the progress of a running action. */
export function BulkBar({ label, count, note = '', run, children, onClear }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  useFocusFallback(bar, run?.doing);
  const group = { role: 'group', 'aria-label': label } as const;
  return (
    <Paper ref={bar} variant="ink" tabIndex={-1} data-testid="bulk-bar" {...(!run && group)} sx={place}>
      {roomBelow}
      <Typography variant="label" component="p" role="status" sx={{ mr: 'auto', fontVariantNumeric: 'tabular-nums' }}>
        {run ? runWords(run) : `${formatCount(count)} selected${note}`}
      </Typography>
      {run ? (
        <LinearProgress
          color="inherit"
          aria-label={run.doing}
          {...(run.done !== undefined && { variant: 'determinate', max: run.total, value: run.done })}
          sx={progress}
        />
      ) : (
        <>
          <Stack direction="row" sx={actions}>
            {children}
          </Stack>
          <IconButton aria-label="Clear selection" size="small" onClick={onClear}>
            <Icon name="close" />
          </IconButton>
        </>
      )}
    </Paper>
  );
}
