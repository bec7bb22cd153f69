import type { NumberFormat } from '../../../__generated__/lazyOperations';
import type { CsvRow } from './productsCsv';

const other = { POINT: 'COMMA', COMMA: 'POINT' } as const;
const formatOf = (separator: string): NumberFormat => (separator === '.' ? 'POINT' : 'COMMA');

/** '12,–' has no decimals. */
const noDecimals = /\d([.,])[-\u2010-\u2015\u2212]\D*$/;

/** The format of an unambiguous number; undefined for one that fits both, or none. */
function formatShownBy(cell: string, isPercentage: boolean): NumberFormat | undefined {
  const [, beforeDash] = noDecimals.exec(cell) ?? [];
  if (beforeDash !== undefined) return formatOf(beforeDash);
  const [, separator, decimals = ''] = /([.,])(\d+)\D*$/.exec(cell) ?? [];
  if (separator === undefined) return undefined;
  const before = cell.slice(0, cell.lastIndexOf(separator));
  if (before.includes(separator)) return other[formatOf(separator)];
  return isPercentage || decimals.length < 3 || /[.,]/.test(before) ? formatOf(separator) : undefined;
}

/**
 * The common format of a file's prices and discounts; undefined if they show none, or both. A single request has only a
 * part of the file, in which all of them may fit both.
 */
export function numberFormatOf(rows: readonly CsvRow[]): NumberFormat | undefined {
  const formats = rows.flatMap(({ cells: { price = '', discount = '' } }) => [
    formatShownBy(price, false),
    formatShownBy(discount, true),
  ]);
  const shown = new Set(formats.filter((format) => format !== undefined));
  return shown.size === 1 ? [...shown][0] : undefined;
}
