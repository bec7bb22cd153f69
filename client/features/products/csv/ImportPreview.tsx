import Button from '@mui/material/Button';
import { ErrorAlert } from '../../../ui/ErrorAlert';
import { productFields } from '../productFields';
import type { Column, CsvFile, CsvRow } from './productsCsv';
import { previewLength, type RowPreview, useImportPreview } from './useImportPreview';

const count = (rows: number) => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;

/** What of a cell will be stored, in words; undefined where that is what is written, or nothing. */
function storedText<C extends Column>(column: C, written: string, { values }: RowPreview): string | undefined {
  const value = values[column];
  if (value === null || value === written || value === Number(written)) return undefined;
  return productFields[column].toWords(value);
}

function Cell({ column, row, preview }: { column: Column; row: CsvRow; preview: RowPreview | undefined }) {
  const written = row.cells[column] ?? '';
  const error = preview?.errors.find((each) => each.column === column)?.message;
  const stored = preview && storedText(column, written, preview);
  const isOther = stored !== undefined && stored !== written;
  return (
    <td>
      {isOther && <div className="csv-stored">{stored}</div>}
      <div className={isOther ? 'muted' : ''}>{written}</div>
      {error && <div className="csv-bad">{error}</div>}
    </td>
  );
}

/** The first rows as they were read, and what of them will be stored where that is something else. */
export function ImportPreview({ name, file }: { name: string; file: CsvFile }) {
  const { columns, rows, unknownColumns } = file;
  const { rows: previews, failure, again } = useImportPreview(file);
  return (
    <div className="csv-preview">
      <p role="status">
        <b>{name}</b>: {count(rows.length)}
        {rows.length > previewLength && `, the first ${previewLength} are shown`}
      </p>
      {unknownColumns.length > 0 && (
        <p className="muted small">Not used: {unknownColumns.map((column) => `“${column}”`).join(', ')}</p>
      )}
      {previews && !failure && (
        <p className="muted small">Where a cell will be stored in another form, that stands first.</p>
      )}
      {failure && (
        <div className="csv-actions">
          <ErrorAlert sentence={failure} hint="The rows are shown as they stand in the file." />
          <Button variant="outlined" className="ink" onClick={again}>
            Try again
          </Button>
        </div>
      )}
      <div className="csv-table" role="region" aria-label="First rows" aria-busy={!previews} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {columns.map((column) => (
                <th scope="col" key={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, previewLength).map((row) => (
              <tr key={row.row}>
                <td>{row.row}</td>
                {columns.map((column) => (
                  <Cell key={column} column={column} row={row} preview={previews?.get(row.row)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
