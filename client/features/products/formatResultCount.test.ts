import { formatResultCount } from './formatResultCount';

describe('formatResultCount', () => {
  it('shows the exact count, or a plus sign behind a capped one', () => {
    expect(formatResultCount(57, true)).toBe('57 products');
    expect(formatResultCount(1, true)).toBe('1 product');
    expect(formatResultCount(0, true)).toBe('0 products');
    expect(formatResultCount(1000, true)).toBe('1,000 products');
    expect(formatResultCount(1000, false)).toBe('1,000+ products');
  });
});
