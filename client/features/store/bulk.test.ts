import { bulkDeleteDetail, chunksOf, formatBulkResult } from './bulk';

const outcomes = (good: number, bad: number) => [
  ...Array.from({ length: good }, (_, index) => ({ id: `g${index}`, name: 'Mug', error: null })),
  ...Array.from({ length: bad }, (_, index) => ({ id: `b${index}`, name: 'Mug', error: 'No.' })),
];

describe('bulk actions', () => {
  it('are sent in chunks of at most 100, each item once', () => {
    const all = Array.from({ length: 1037 }, (_, index) => index);
    const chunks = chunksOf(all);
    expect(chunks.flat()).toEqual(all);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect(chunksOf([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
    expect(chunksOf([])).toEqual([]);
  });

  it('report the counts of successes and failures', () => {
    expect(formatBulkResult({ action: 'DEACTIVATE', outcomes: outcomes(22, 2) })).toBe(
      'Deactivated: 22 of 24 products, 2 failed',
    );
    expect(formatBulkResult({ action: 'DELETE', outcomes: outcomes(1, 0) })).toBe('Deleted: 1 product');
    expect(formatBulkResult({ action: 'IN_STOCK', outcomes: outcomes(1200, 0) })).toBe('In stock now: 1,200 products');
    expect(formatBulkResult({ action: 'ACTIVATE', outcomes: outcomes(0, 1) })).toBe(
      'Activated: 0 of 1 product, 1 failed',
    );
  });

  it('ask for confirmation with the number of products', () => {
    expect(bulkDeleteDetail(1)).toMatch(/^1 product is selected/);
    expect(bulkDeleteDetail(240)).toMatch(/^240 products are selected/);
  });
});
