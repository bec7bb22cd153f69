import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { rem } from '../../../theme/typography';
import { ErrorAlert } from '../../../ui/ErrorAlert';
import { useFocusFallback } from '../../../ui/useFocusFallback';
import { writeCsv } from '@kiosk/csv/writeCsv';
import { datedFileName, download } from '../../../lib/download';
import { formatCount } from '../../../lib/formatCount';
import { reasonOf, refusedTable } from './productRow';
import type { Column } from './productsCsv';
import type { ImportProgress } from './runImport';
import type { ImportRun } from './useImport';

const maxReasons = 100;

const words = {
  import: { CREATED: 'created', UPDATED: 'updated', UNCHANGED: 'unchanged', REFUSED: 'refused' },
  check: { CREATED: 'to create', UPDATED: 'to update', UNCHANGED: 'unchanged', REFUSED: 'refused' },
} as const;

const tiles = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
  gap: 1.25,
  fontVariantNumeric: 'tabular-nums',
};
const tile = { display: 'flex', flexDirection: 'column-reverse', px: 1.75, py: 1.5 } as const;

function Counts({ run }: { run: ImportRun }) {
  const labels = run.dryRun ? words.check : words.import;
  return (
    <Box component="dl" sx={tiles}>
      {(['CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED'] as const).map((outcome) => {
        const count = run.progress.counts[outcome];
        return (
          <Paper key={outcome} variant="sunken" data-testid="count" sx={tile}>
            <Typography variant="caption" component="dt" color="textSecondary">
              {labels[outcome]}
            </Typography>
            <Typography variant="h4" component="dd" color={outcome === 'REFUSED' && count > 0 ? 'error' : 'inherit'}>
              {formatCount(count)}
            </Typography>
          </Paper>
        );
      })}
    </Box>
  );
}

function headline({ dryRun, state, progress: { done, total } }: ImportRun): string {
  const of = `${formatCount(done)} of ${formatCount(total)} rows`;
  if (state === 'stopped') return dryRun ? `Check stopped after ${of}` : `Import stopped after ${of}`;
  if (state === 'done') return dryRun ? 'Check finished: nothing was changed' : 'Import finished';
  return `${dryRun ? 'Checking' : 'Importing'}: ${of}`;
}

const reasons = {
  typography: 'dense',
  width: '100%',
  maxHeight: rem(320),
  overflowY: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '& li': { display: 'grid', gridTemplateColumns: '92px minmax(0, 1fr)', gap: 1.5, px: 1.75, py: 1.25 },
  '& li:last-of-type': { borderBottom: 0 },
  '& li span': { overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
} as const;

function RejectedRows({ columns, refused }: { columns: readonly Column[]; refused: ImportProgress['refused'] }) {
  if (refused.length === 0) return null;
  function save() {
    const { header, rows } = refusedTable(columns, refused);
    download(datedFileName('refused-products', 'csv'), [writeCsv(header, rows)], 'text/csv');
  }
  return (
    <Stack component="section" aria-label="Refused rows" sx={{ alignItems: 'start', gap: 1.5, minWidth: 0 }}>
      <List disablePadding tabIndex={0} aria-label="Reasons" sx={reasons}>
        {refused.slice(0, maxReasons).map((each) => (
          <ListItem key={each.row} divider>
            <b>Row {each.row}</b>
            <span>{reasonOf(each)}</span>
          </ListItem>
        ))}
      </List>
      {refused.length > maxReasons && (
        <Typography variant="caption" color="textSecondary">
          And {formatCount(refused.length - maxReasons)} more, all of them in the file.
        </Typography>
      )}
      <Button variant="ink" onClick={save}>
        Download refused rows
      </Button>
    </Stack>
  );
}

interface Props {
  run: ImportRun;
  columns: readonly Column[];
  onContinue: () => void;
  onStop: () => void;
}

/** Progress, reason of a pause, and results of the rows. */
export function ImportResult({ run, columns, onContinue, onStop }: Props) {
  const { state, progress, pause } = run;
  const isOver = state === 'done' || state === 'stopped';
  const { seconds } = pause ?? {};
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(place, `${state} ${run.dryRun}`);
  return (
    <Stack
      ref={place}
      tabIndex={-1}
      data-testid="import-result"
      sx={{ gap: 1.5, minWidth: 0, pt: 2.25, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography variant="h6" component="p" {...(isOver && { role: 'status' })}>
        {headline(run)}
      </Typography>
      {!isOver && (
        <LinearProgress
          variant="determinate"
          aria-label="Progress"
          value={(100 * progress.done) / Math.max(1, progress.total)}
        />
      )}
      <Counts run={run} />
      {pause && (
        <ErrorAlert
          sentence={pause.sentence}
          hint={seconds === undefined ? undefined : `It goes on by itself after ${seconds} s.`}
        />
      )}
      {!isOver && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          {pause && <Button onClick={onContinue}>Continue</Button>}
          <Button variant="ink" onClick={onStop}>
            Stop
          </Button>
        </Stack>
      )}
      {isOver && <RejectedRows columns={columns} refused={progress.refused} />}
    </Stack>
  );
}
