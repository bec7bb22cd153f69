import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { pluralize } from '../../../lib/pluralize';
import { rem } from '../../../theme/typography';
import { ErrorAlert } from '../../../ui/ErrorAlert';
import { type ProductField, productFields } from '../productFields';
import type { Column, CsvFile, CsvRow } from './productsCsv';
import { previewLength, type RowPreview, useImportPreview } from './useImportPreview';

const framed = { border: 1, borderColor: 'divider', borderRadius: 1 };

const cells = {
  '& th, & td': { minWidth: rem(104), maxWidth: rem(220) },
  '& :is(th, td):first-of-type': { minWidth: 0 },
  '& th': { bgcolor: 'background.sunken' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
};

/** Three lines at most. */
const clamped = {
  display: '-webkit-box',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
} as const;

/** The stored form of a cell; undefined if it equals the text, or is empty. */
function storedText<C extends ProductField>(column: C, written: string, { values }: RowPreview): string | undefined {
  const value = values[column];
  if (value === null || value === written || value === Number(written)) return undefined;
  return productFields[column].toWords(value);
}

function Cell({ column, row, preview }: { column: Column; row: CsvRow; preview: RowPreview | undefined }) {
  const written = row.cells[column] ?? '';
  const error = preview?.errors.find((each) => each.column === column)?.message;
  const stored = preview && column !== 'seenStock' ? storedText(column, written, preview) : undefined;
  const isReplaced = stored !== undefined && stored !== written;
  return (
    <TableCell>
      {isReplaced && (
        <Typography variant="label" component="div" dir="auto" data-testid="stored" sx={clamped}>
          {stored}
        </Typography>
      )}
      <Typography
        variant="inherit"
        component="div"
        dir="auto"
        color={isReplaced ? 'textSecondary' : 'inherit'}
        sx={clamped}
      >
        {written}
      </Typography>
      {error && (
        <Typography variant="inherit" component="div" color="error" sx={{ mt: 0.5 }}>
          {error}
        </Typography>
      )}
    </TableCell>
  );
}

/** The first rows as read from the file, and their stored form if it differs. */
export function ImportPreview({ name, file }: { name: string; file: CsvFile }) {
  const { columns, rows, unknownColumns } = file;
  const { rows: previews, failure, again } = useImportPreview(file);
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      <p role="status">
        <b dir="auto">{name}</b>: {pluralize(rows.length, 'row')}
        {rows.length > previewLength && `, the first ${previewLength} are shown`}
      </p>
      {unknownColumns.length > 0 && (
        <Typography variant="caption" color="textSecondary">
          Not used:{' '}
          {unknownColumns.map((column, at) => (
            <Fragment key={at}>
              {at > 0 && ', '}“<bdi>{column}</bdi>”
            </Fragment>
          ))}
        </Typography>
      )}
      {previews && !failure && (
        <Typography variant="caption" color="textSecondary">
          Where a cell will be stored in another form, that stands first.
        </Typography>
      )}
      {failure && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <ErrorAlert sentence={failure} hint="The rows are shown as they stand in the file." />
          <Button variant="ink" onClick={again}>
            Try again
          </Button>
        </Stack>
      )}
      <TableContainer role="region" aria-label="First rows" aria-busy={!previews} tabIndex={0} sx={framed}>
        <Table size="small" sx={cells}>
          <TableHead>
            <TableRow>
              <TableCell>Row</TableCell>
              {columns.map((column) => (
                <TableCell key={column}>{column}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.slice(0, previewLength).map((row) => (
              <TableRow key={row.row}>
                <TableCell>{row.row}</TableCell>
                {columns.map((column) => (
                  <Cell key={column} column={column} row={row} preview={previews?.get(row.row)} />
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Stack>
  );
}
