import { pictureSources } from './pictureSources';

describe('pictureSources', () => {
  it('offers both sizes of the shop’s own pictures', () => {
    expect(pictureSources('/pictures/summit-steel-bottle-1-800.avif')).toEqual({
      src: '/pictures/summit-steel-bottle-1-800.avif',
      srcSet: '/pictures/summit-steel-bottle-1-400.avif 400w, /pictures/summit-steel-bottle-1-800.avif 800w',
    });
  });

  it('uses any other address unchanged', () => {
    expect(pictureSources('https://example.com/a-800.avif')).toEqual({ src: 'https://example.com/a-800.avif' });
    expect(pictureSources(undefined)).toBeNull();
  });
});
