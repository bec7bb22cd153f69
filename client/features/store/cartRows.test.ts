import { cartRows } from './cartRows';
import type { CartLine } from './cartCache';

const line = (id: string): CartLine => ({
  ...{ id, slug: id, name: id, photos: [], price: 1, categories: [] },
  ...{ createdAt: null, productSlug: id, notice: null, currentPrice: null },
});
const removed = (id: string, at: number) => ({ key: `undo-${id}`, removed: { line: line(id), at } });
const words = (rows: ReturnType<typeof cartRows>) =>
  rows.map((row) => (row.undoKey === undefined ? row.line.id : `(${row.line.id})`));

describe('cartRows', () => {
  it('shows a removed line at its former place', () => {
    expect(words(cartRows([line('a'), line('c')], [removed('b', 1)]))).toEqual(['a', '(b)', 'c']);
    expect(words(cartRows([line('c')], [removed('b', 1), removed('a', 0)]))).toEqual(['(a)', '(b)', 'c']);
  });

  it('shows a removed line last when the list has become shorter', () => {
    expect(words(cartRows([line('a')], [removed('z', 7)]))).toEqual(['a', '(z)']);
  });

  it('omits a removal that was undone', () => {
    expect(words(cartRows([line('a'), line('b')], [removed('b', 1)]))).toEqual(['a', 'b']);
  });
});
