import { shopProduct } from './shopProduct';

const typed = {
  ...{ name: 'Lamp', slug: 'lamp', price: '10', discount: '0' },
  ...{ photo: '', categories: [], inStock: true },
};

it('shows the picture of an address that is typed without its scheme, as it is stored', () => {
  expect(shopProduct({ ...typed, photo: 'example.com/lamp.jpg' }).photos).toEqual(['https://example.com/lamp.jpg']);
  expect(shopProduct({ ...typed, photo: '/pictures/lamp.avif' }).photos).toEqual(['/pictures/lamp.avif']);
  expect(shopProduct({ ...typed, photo: 'lamp' }).photos).toEqual([]);
});
