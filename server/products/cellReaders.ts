import { readInStock, readStatus, readTaxClass } from './importWords';
import { readNumber, type NumberFormat } from './readNumber';
import { categoriesIn, mixedSeparators, photoSeparators, photosIn } from './separatedTexts';

/** Resolves cells that are ambiguous by themselves. */
export interface CellContext {
  /** The format of ambiguous numbers; null: unknown. */
  readonly numberFormat: NumberFormat | null;
  /** Whether a line that contains a separator is a single category or a single picture URL. */
  readonly isCategory: (line: string) => boolean;
  readonly isPhoto: (line: string) => boolean;
}

/** The cell cannot be parsed; the message is shown to people. */
export class UnreadableCell extends Error {}

/** Parses cells by column type into the types of a form's input. */
export const cellReaders = {
  asWritten: (cell: string) => cell,
  trimmed: (cell: string) => cell.trim(),
  price: (cell: string, context: CellContext) => numberIn(cell, 'Price', 'currency', context),
  discount: (cell: string, context: CellContext) =>
    cell.trim() === '' ? 0 : numberIn(cell, 'Discount', 'percent', context),
  taxClass: (cell: string) =>
    cell.trim() === '' ? 'STANDARD' : (readTaxClass(cell) ?? unreadable('taxClass must be standard, reduced or zero')),
  inStock: (cell: string) =>
    cell.trim() === '' || (readInStock(cell) ?? unreadable('inStock must say yes or no, such as true or false')),
  /** null: stock is not tracked. */
  stock: (cell: string) => {
    const text = cell.trim();
    if (text === '') return null;
    // A spreadsheet may write decimals; a number such as 1,299 is ambiguous.
    const [, whole] = /^(\d{1,9})(?:[.,]0{1,2})?$/.exec(text) ?? [];
    return whole === undefined
      ? unreadable('stock must be a whole number such as 12, or blank where it is not counted')
      : Number(whole);
  },
  status: (cell: string) =>
    cell.trim() === '' ? 'ACTIVE' : (readStatus(cell) ?? unreadable('Status must be active or inactive')),
  categories: (cell: string, { isCategory }: CellContext) =>
    categoriesIn(cell, isCategory) ?? unreadable(mixedSeparators),
  photos: (cell: string, { isPhoto }: CellContext) => photosIn(cell, isPhoto) ?? unreadable(photoSeparators),
};

function unreadable(message: string): never {
  throw new UnreadableCell(message);
}

function numberIn(
  cell: string,
  name: string,
  unit: 'currency' | 'percent',
  { numberFormat }: Pick<CellContext, 'numberFormat'>,
): number {
  if (cell.trim() === '') return unreadable(`${name} is required`);
  const read = readNumber(cell, unit);
  if (!read) return unreadable(`${name} must be a number such as 1299.00`);
  if ('value' in read) return read.value;
  if (numberFormat) return read.readings[numberFormat];
  const { POINT, COMMA } = read.readings;
  const [small, large] = POINT < COMMA ? [POINT, COMMA] : [COMMA, POINT];
  return unreadable(`${name} can be read as ${large} or as ${small}: write ${large}.00 or ${small.toFixed(2)}`);
}
