import { describeCharge } from './describeCharge';

test.each([
  [0, 'Your card is charged as soon as you have ordered'],
  [1, 'Only reserved at first; your card is charged 1 minute after you order'],
  [119, 'Only reserved at first; your card is charged 119 minutes after you order'],
  [1_440, 'Only reserved at first; your card is charged about 24 hours after you order'],
  ['on-shipping', 'Only reserved at first; your card is charged when the parcel leaves'],
  [undefined, 'Only reserved at first; your card is charged later'],
] as const)('C44 with CAPTURE_AFTER_MINUTES=%s the checkout says: %s', (after, text) => {
  expect(describeCharge(after).join('')).toBe(text);
});
