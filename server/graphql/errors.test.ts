import { asSentence, BadInputError } from '../errors';

test('messages start with a capital, unless they start with a camel-case field name', () => {
  expect(new BadInputError('price must be at least 0.01', 'price').message).toBe('Price must be at least 0.01');
  expect(asSentence('photos[1] is required.')).toBe('Photos[1] is required.');
  expect(asSentence('This slug is taken.')).toBe('This slug is taken.');
  for (const message of ['inStock is required.', 'photoURL is not valid', '10 texts at most', '']) {
    expect(asSentence(message)).toBe(message);
  }
});
