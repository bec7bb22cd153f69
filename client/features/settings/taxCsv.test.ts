import { CsvProblem } from '@kiosk/csv/problem';
import fc from 'fast-check';
import { readTaxCsv, refusedLine, TaxCsvProblem, writeTaxCsv } from './taxCsv';
import type { TaxZone } from './taxContent';

const countries = [
  { code: 'DE', name: 'Germany', regions: [] },
  {
    code: 'US',
    name: 'United States',
    regions: [
      { key: 'CA', name: 'California' },
      { key: 'NY', name: 'New York' },
    ],
  },
];

const header = 'name,country,region,standard,reduced,shipping taxed';
const read = (...lines: string[]) => readTaxCsv([header, ...lines].join('\r\n'), countries);

async function problemsOf(...lines: string[]): Promise<readonly string[]> {
  try {
    await read(...lines);
  } catch (error) {
    if (error instanceof TaxCsvProblem) return error.sentences;
    if (error instanceof CsvProblem) return [error.message];
    throw error;
  }
  return [];
}

const california: TaxZone = {
  ...{ id: null, name: 'California', countryCode: 'US', region: 'CA' },
  ...{ standardRate: 725, reducedRate: 0, isShippingTaxed: false },
};

test('C50 reads regions by key or name, percent signs, blank lines and any common separator', async () => {
  const germany = { ...california, name: 'Germany', countryCode: 'DE', region: null, standardRate: 1_900 };
  const { zones } = await read('California,us,California,7.25%,0,no', '', ',,,,,', 'Germany,DE,,19,0,No');
  expect(zones).toEqual([california, germany]);
  const semicolons = `${header.replaceAll(',', ';')}\nCalifornia;US;ca;7.25;0;no\n`;
  expect(await readTaxCsv(semicolons, countries)).toEqual({ zones: [california], lines: [2] });
  for (const rate of ['7,25', '"7,25 %"'])
    expect(await readTaxCsv(semicolons.replace('7.25', rate), countries)).toMatchObject({ zones: [california] });
});

test.each([
  ['Line 2, column name: Name is required', ',US,CA,1,1,yes'],
  ['Line 2, column country: A country by its two letters, such as US', 'A,USA,CA,1,1,yes'],
  ['Line 2, column region: Germany has no such region in the list', 'A,DE,BY,1,1,yes'],
  ['Line 2, column standard: A percentage from 0 to 100 such as 7.25', 'A,DE,,100.01,1,yes'],
  ['Line 2, column reduced: A percentage from 0 to 100 such as 7.25', 'A,DE,,1,,yes'],
  ['Line 2, column reduced: A percentage from 0 to 100 such as 7.25', 'A,DE,,1,7.125,yes'],
  ['Line 2, column shipping taxed: yes or no', 'A,DE,,1,1,maybe'],
  ['Line 2, column shipping taxed: yes or no', 'A,DE,,1,1,'],
  ['Line 2: there are 7 cells in it and 6 in line 1', 'A,DE,,7,25,1,yes'],
])('C50 %s', async (sentence, line) => {
  expect(await problemsOf(line)).toEqual([sentence]);
});

test.each([
  ['yes', 'YES', 'ja', 'true', 'TRUE', '1', 'x', 'Sí', 'はい'],
  ['no', 'No', 'nein', 'false', 'FALSE', '0', 'não', 'нет'],
])('C50 reads ‘shipping taxed’ in the words that product files accept: %s', async (...words) => {
  for (const word of words) {
    const { zones } = await read(`A,DE,,1,1,${word}`);
    expect([word, zones[0]?.isShippingTaxed]).toEqual([word, words[0] === 'yes']);
  }
});

test('C50 reports every invalid line and duplicate places', async () => {
  expect(await problemsOf('A,DE,,x,1,yes', 'B,US,CA,1,1,yes', 'C,US,California,1,y,yes')).toEqual([
    'Line 2, column standard: A percentage from 0 to 100 such as 7.25',
    'Line 4, column reduced: A percentage from 0 to 100 such as 7.25',
    'Line 4, column region: Line 3 is of the same country and region',
  ]);
  expect(await problemsOf('"A,DE,,1,1,yes')).toEqual([
    'A quotation mark is not closed, or stands in a wrong place, at about row 2.',
  ]);
});

test('C50 refuses a file without zones, which would delete all of them', async () => {
  for (const lines of [[], ['', ',,,,,']])
    expect(await problemsOf(...lines)).toEqual(['There are no zones in this file.']);
});

test('C50 names the column that a file lacks', async () => {
  const file = 'name,country,region,standard,reduced\r\nA,DE,,1,1';
  await expect(readTaxCsv(file, countries)).rejects.toThrow('There is no shipping taxed.');
});

test('C50 reports a server error with the line and column of the file', () => {
  expect(refusedLine('zones.1.standardRate', 'Too high', [2, 5])).toBe('Line 5, column standard: Too high');
  for (const field of ['version', 'zones.9.name', 'zones.0.id', undefined])
    expect(refusedLine(field, 'x', [2])).toBeUndefined();
});

test('C50 an exported file is imported unchanged, whatever the name of a zone', async () => {
  const name = fc
    .oneof(
      fc.string({ minLength: 1, maxLength: 60 }),
      fc.constantFrom('=1+1', "'=1", '"A", B;', '-5', '@x', 'Größe 👍'),
    )
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && !text.includes('\0'));
  const rate = fc.integer({ min: 0, max: 10_000 });
  const zone = fc.record({ name, standardRate: rate, reducedRate: rate, isShippingTaxed: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(zone, async (fields) => {
      const zones = [{ ...california, ...fields }];
      expect((await readTaxCsv(writeTaxCsv(zones), countries)).zones).toEqual(zones);
    }),
    { numRuns: 200 },
  );
});
