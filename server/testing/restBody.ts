import type { Endpoint } from '../rest/endpoint';

type Row = Readonly<Record<string, string>>;

/** A product file of rows that all have the same columns. */
export function productFileOf(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}

/** The body of a REST request; a product file is made from the body's `rows`. */
export function restBody(
  { csv, body: takes }: Pick<Endpoint, 'csv' | 'body'>,
  body: Readonly<Record<string, unknown>> = {},
) {
  if (csv !== 'taken') return takes ? { body, headers: {} } : { headers: {} };
  return { body: productFileOf(body['rows'] as Row[]), headers: { 'content-type': 'text/csv' } };
}
