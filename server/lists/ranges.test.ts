import type { Document } from 'mongodb';
import { useTestDatabase } from '../testing/useTestDatabase';
import { momentsBetween, numbersBetween } from './ranges';

const database = useTestDatabase();
const moment = (number: number) => new Date(Date.UTC(2026, 0, 1) + number);

/** Of the values 1 to 5, each as a number and as a moment, in a compound index of either direction. */
async function found(filter: Document, direction: 1 | -1): Promise<number[]> {
  const values = database.db.collection<{ _id: number; owner: string; number: number; moment: Date }>('values');
  for (const field of ['number', 'moment']) await values.createIndex({ owner: 1, [field]: direction, _id: direction });
  const rows = [1, 2, 3, 4, 5].map((number) => ({ _id: number, owner: 'ada', number, moment: moment(number) }));
  await values.insertMany(rows);
  const documents = await values.find({ owner: 'ada', ...filter }, { sort: { _id: 1 } }).toArray();
  await values.drop();
  return documents.map(({ number }) => number);
}

describe.each([1, -1] as const)('by an index of direction %i', (direction) => {
  test.each([
    [2, 4, [2, 3, 4]],
    [2, null, [2, 3, 4, 5]],
    [null, 4, [1, 2, 3, 4]],
    [3, 3, [3]],
    [4, 3, []],
    [null, null, [1, 2, 3, 4, 5]],
  ])('numbers from %p to %p, both included', async (from, to, expected) => {
    expect(await found(numbersBetween('number', from, to), direction)).toEqual(expected);
  });

  test.each([
    [2, 4, [2, 3]],
    [2, null, [2, 3, 4, 5]],
    [null, 4, [1, 2, 3]],
    [3, 3, []],
    [null, null, [1, 2, 3, 4, 5]],
  ])('moments from %p on and before %p', async (from, to, expected) => {
    const bounds = [from, to].map((bound) => (bound === null ? null : moment(bound)));
    expect(await found(momentsBetween('moment', ...(bounds as [Date | null, Date | null])), direction)).toEqual(
      expected,
    );
  });
});
