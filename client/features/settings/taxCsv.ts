import { columnFinder } from '@kiosk/csv/columnFinder';
import { CsvProblem } from '@kiosk/csv/problem';
import { readCsv } from '@kiosk/csv/readCsv';
import { parseBoolean } from '@kiosk/csv/booleans';
import { writeCsv } from '@kiosk/csv/writeCsv';
import { basisPointsOf, percentText } from './settingsNumbers';
import { jurisdictionOf, maxTaxZones, type TaxZone } from './taxContent';

/** In this order in an export; in any order in an import. Rates are in percent. */
const taxColumns = ['name', 'country', 'region', 'standard', 'reduced', 'shipping taxed'] as const;
type Column = (typeof taxColumns)[number];
const columnOf = columnFinder(taxColumns);

/** All problems of a file, a sentence each. */
export class TaxCsvProblem extends CsvProblem {
  constructor(readonly sentences: readonly string[]) {
    super(sentences[0] ?? 'This file could not be read.');
  }
}

interface PlaceNames {
  readonly code: string;
  readonly name: string;
  readonly regions: readonly { readonly key: string; readonly name: string }[];
}

export const writeTaxCsv = (zones: readonly TaxZone[]): string =>
  writeCsv(
    taxColumns,
    zones.map(({ name, countryCode, region, standardRate, reducedRate, isShippingTaxed }) => [
      ...[name, countryCode, region ?? '', percentText(standardRate), percentText(reducedRate)],
      isShippingTaxed ? 'yes' : 'no',
    ]),
  );

/** As a spreadsheet counts: the header is line 1. */
const lineOf = (index: number): number => index + 2;
const sentence = (line: number, column: Column, words: string) => `Line ${line}, column ${column}: ${words}`;

interface TaxFile {
  readonly zones: TaxZone[];
  /** The file's lines, in the order of the zones. */
  readonly lines: number[];
}

/** The zones of a file, or all of its problems. Blank lines are skipped. */
export async function readTaxCsv(text: string, countries: readonly PlaceNames[]): Promise<TaxFile> {
  const [header = [], ...rows] = await readCsv(text, { columnOf });
  const places = header.map(columnOf);
  const missing = taxColumns.filter((column) => !places.includes(column));
  if (missing.length > 0)
    throw new TaxCsvProblem([`Line 1 must name the columns: ${taxColumns.join(', ')}. There is no ${missing[0]}.`]);
  const filled = rows.flatMap((cells, index) => (cells.some((cell) => cell.trim() !== '') ? [{ cells, index }] : []));
  // It would delete all zones.
  if (filled.length === 0) throw new TaxCsvProblem(['There are no zones in this file.']);
  if (filled.length > maxTaxZones) throw new TaxCsvProblem([`There are more than ${maxTaxZones} zones in this file.`]);
  const problems: string[] = [];
  const lineOfPlace = new Map<string, number>();
  const zones = filled.flatMap(({ cells, index }) => {
    const cell = (column: Column) => (cells[places.indexOf(column)] ?? '').trim();
    const line = lineOf(index);
    if (cells.slice(places.length).some((each) => each.trim() !== '')) {
      problems.push(`Line ${line}: there are ${cells.length} cells in it and ${places.length} in line 1`);
      return [];
    }
    const zone = zoneOf(cell, countries, (column, words) => void problems.push(sentence(line, column, words)));
    const before = lineOfPlace.get(jurisdictionOf(zone));
    if (before !== undefined)
      problems.push(sentence(line, 'region', `Line ${before} is of the same country and region`));
    lineOfPlace.set(jurisdictionOf(zone), before ?? line);
    return [zone];
  });
  if (problems.length > 0) throw new TaxCsvProblem(problems);
  return { zones, lines: filled.map(({ index }) => lineOf(index)) };
}

function zoneOf(
  cell: (column: Column) => string,
  countries: readonly PlaceNames[],
  refuse: (column: Column, words: string) => void,
): TaxZone {
  const name = cell('name');
  if (name === '') refuse('name', 'Name is required');
  if (name.length > 60) refuse('name', 'Name must be at most 60 characters');
  const country = countries.find(({ code }) => code === cell('country').toUpperCase());
  if (!country) refuse('country', 'A country by its two letters, such as US');
  const given = cell('region').toLowerCase();
  const region = country?.regions.find((each) => each.key.toLowerCase() === given || each.name.toLowerCase() === given);
  if (country && given !== '' && !region) refuse('region', `${country.name} has no such region in the list`);
  const rate = (column: 'standard' | 'reduced') => {
    const points = basisPointsOf(cell(column));
    if (points === undefined) refuse(column, 'A percentage from 0 to 100 such as 7.25');
    return points ?? 0;
  };
  const isShippingTaxed = parseBoolean(cell('shipping taxed'));
  if (isShippingTaxed === undefined) refuse('shipping taxed', 'yes or no');
  return {
    ...{ id: null, name, countryCode: country?.code ?? '', region: region?.key ?? null },
    ...{ standardRate: rate('standard'), reducedRate: rate('reduced'), isShippingTaxed: isShippingTaxed === true },
  };
}

const columnOfField: Readonly<Record<string, Column>> = {
  name: 'name',
  countryCode: 'country',
  region: 'region',
  standardRate: 'standard',
  reducedRate: 'reduced',
  isShippingTaxed: 'shipping taxed',
};

/** Maps the server's error at `zones.3.region` to the file's line and column; undefined: it concerns another field. */
export function refusedLine(field: string | undefined, message: string, lines: readonly number[]): string | undefined {
  const [, index, name] = /^zones\.(\d+)\.(\w+)$/.exec(field ?? '') ?? [];
  const line = lines[Number(index)];
  const column = columnOfField[name ?? ''];
  return line === undefined || !column ? undefined : sentence(line, column, message);
}
