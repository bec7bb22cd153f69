import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import type { Conflict } from './useSettingsEdits';

/** The parts with their names, in the page's terms. */
export type Description = ReadonlyMap<string, string>;

interface Props<Content> {
  conflict: Conflict<Content> | undefined;
  describe: (content: Content) => Description;
  /** Discards what the form has, if the conflict is of it. */
  onKeepTheirs?: () => void;
}

const words = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;
const nothing = '–';

/** An edit conflict: the stored settings beside this page's. A second one is announced like the first. */
export function SettingsConflict<Content>({ conflict, ...props }: Props<Content>) {
  return conflict && <ShownConflict key={conflict.id} {...props} conflict={conflict} />;
}

type ShownProps<Content> = Props<Content> & { conflict: Conflict<Content> };

function ShownConflict<Content>({ conflict, describe, onKeepTheirs }: ShownProps<Content>) {
  const { formId, isSubmission, saveMine, keepTheirs } = conflict;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus();
  }, []);
  const [now, wanted] = [describe(conflict.now), describe(conflict.wanted)];
  const parts = [...new Set([...now.keys(), ...wanted.keys()])].filter((part) => now.get(part) !== wanted.get(part));
  return (
    <Paper
      component="section"
      variant="sunken"
      ref={section}
      tabIndex={-1}
      aria-label="Changed meanwhile"
      sx={{ display: 'grid', gap: 1.5, width: 1, bgcolor: 'warning.soft' }}
    >
      <Typography variant="body2" role="alert">
        {parts.length === 0
          ? 'This has changed meanwhile, to what you want.'
          : 'This has changed meanwhile. Your change is not saved yet.'}
      </Typography>
      {parts.length > 0 && (
        <Table size="small" aria-label="Both values">
          <TableHead>
            <TableRow>
              <TableCell>What</TableCell>
              <TableCell>There now</TableCell>
              <TableCell>Yours</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {parts.map((part) => (
              <TableRow key={part}>
                <TableCell component="th" scope="row" sx={words}>
                  <bdi>{part}</bdi>
                </TableCell>
                <TableCell sx={words}>{now.get(part) ?? nothing}</TableCell>
                <TableCell sx={words}>{wanted.get(part) ?? nothing}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
        {parts.length > 0 && (
          <Button variant="ink" {...(isSubmission ? { type: 'submit', form: formId } : { onClick: saveMine })}>
            Save mine
          </Button>
        )}
        <Button
          variant="quiet"
          onClick={() => {
            keepTheirs();
            if (formId !== undefined) onKeepTheirs?.();
          }}
        >
          Keep what is there
        </Button>
      </Stack>
    </Paper>
  );
}
