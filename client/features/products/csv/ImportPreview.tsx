import type { CsvFile } from './productsCsv';

const shown = 5;
const count = (rows: number) => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;

/** The first rows as they were read. */
export function ImportPreview({ name, file }: { name: string; file: CsvFile }) {
  const { columns, rows, unknownColumns } = file;
  return (
    <div className="csv-preview">
      <p role="status">
        <b>{name}</b>: {count(rows.length)}
        {rows.length > shown && `, the first ${shown} are`}
        {rows.length > shown ? ' shown' : ''}
      </p>
      {unknownColumns.length > 0 && (
        <p className="muted small">Not used: {unknownColumns.map((column) => `“${column}”`).join(', ')}</p>
      )}
      <div className="csv-table" role="region" aria-label="First rows" tabIndex={0}>
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
            {rows.slice(0, shown).map(({ row, cells }) => (
              <tr key={row}>
                <td>{row}</td>
                {columns.map((column) => (
                  <td key={column}>
                    <div>{cells[column]}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
