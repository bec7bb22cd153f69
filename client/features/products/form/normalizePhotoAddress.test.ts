import { isPhotoAddress } from './isPhotoAddress';
import { normalizePhotoAddress } from './normalizePhotoAddress';

test.each([
  ['www.example.com/x.jpg', 'https://www.example.com/x.jpg'],
  [' cdn.example.com/x.jpg ', 'https://cdn.example.com/x.jpg'],
  ['Example.COM/x.jpg', 'https://Example.COM/x.jpg'],
  ['https://example.com/x.jpg', 'https://example.com/x.jpg'],
  ['/pictures/x.avif', '/pictures/x.avif'],
])('%j becomes %j', (typed, address) => {
  expect(normalizePhotoAddress(typed)).toBe(address);
  expect(isPhotoAddress(address)).toBe(true);
});

test.each(['x.jpg', 'pictures/x.jpg', 'javascript:alert(1)', 'user@example.com/x.jpg', '//example.com/x.jpg', ''])(
  'leaves %j unchanged, and validation rejects it',
  (typed) => {
    expect(normalizePhotoAddress(typed)).toBe(typed);
    expect(isPhotoAddress(normalizePhotoAddress(typed))).toBe(false);
  },
);
