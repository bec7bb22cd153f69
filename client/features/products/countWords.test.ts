import { countWords } from './countWords';

describe('countWords', () => {
  it('says how many there are, and where counting has stopped', () => {
    expect(countWords(57, true)).toBe('57 products');
    expect(countWords(1, true)).toBe('1 product');
    expect(countWords(0, true)).toBe('0 products');
    expect(countWords(1000, true)).toBe('1,000 products');
    expect(countWords(1000, false)).toBe('1,000+ products');
  });
});
