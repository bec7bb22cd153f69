import { picturesOf } from './picturesOf';

describe('the pictures of a product', () => {
  it('are in the order of its photos, with null for an external photo', () => {
    expect(picturesOf(['https://example.com/a-800.avif', '/pictures/alder-ceramic-table-lamp-1-800.avif'])).toEqual([
      null,
      {
        url: '/pictures/alder-ceramic-table-lamp-1-800.avif',
        width: 800,
        height: 800,
        color: expect.stringMatching(/^#[0-9a-f]{6}$/) as string,
        alt: 'Lit table lamp with a round green ceramic base and a cream linen shade',
        srcset:
          '/pictures/alder-ceramic-table-lamp-1-400.avif 400w, /pictures/alder-ceramic-table-lamp-1-800.avif 800w',
      },
    ]);
    expect(picturesOf([])).toEqual([]);
  });
});
