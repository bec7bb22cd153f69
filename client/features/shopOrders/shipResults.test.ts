import { describeResults, shipmentsOf, undoMsOf } from './shipResults';

const shipped = (number: string, shippedAt = '2026-11-27T10:00:00.000Z', canUndoUntil: string | null = null) => ({
  ...{ number, fulfillmentId: `of-${number}`, error: null },
  order: {
    fulfillments: [
      { id: 'an-older-one', shippedAt: '2026-11-26T10:00:00.000Z', canUndoUntil: null },
      { id: `of-${number}`, shippedAt, canUndoUntil },
    ],
  },
});
const refused = (number: string, error: string) => ({ number, error, fulfillmentId: null, order: null });
const captureFailed = 'The payment could not be captured.';

test('C43 the undo time comes from the server’s timestamps, not from the browser’s clock', () => {
  const until = '2026-11-27T10:00:12.000Z';
  const first = shipped('K-1', '2026-11-27T10:00:00.000Z', until);
  const last = shipped('K-2', '2026-11-27T10:00:01.500Z', until);
  expect(undoMsOf([first, refused('K-3', captureFailed), last])).toBe(10_500);
  expect(undoMsOf([shipped('K-4', '2026-11-27T10:00:00.000Z', '2026-11-27T10:00:05.000Z'), last])).toBe(3_500);
});

test('C43 offers no undo for shipments that were refused or can no longer be undone', () => {
  const until = '2026-11-27T10:00:12.000Z';
  expect(undoMsOf([])).toBeNull();
  expect(undoMsOf([refused('K-1', captureFailed)])).toBeNull();
  expect(undoMsOf([shipped('K-1'), shipped('K-2', '2026-11-27T10:00:00.000Z', until)])).toBeNull();
  expect(undoMsOf([shipped('K-1', '2026-11-27T10:00:13.000Z', until)])).toBeNull();
  expect(shipmentsOf([shipped('K-1'), refused('K-2', captureFailed)])).toEqual([{ number: 'K-1', id: 'of-K-1' }]);
});

test('C43 the result text has the counts, a shared reason and the order numbers', () => {
  expect(describeResults('shipped', [shipped('K-1'), shipped('K-2')])).toEqual({ words: '2 shipped' });
  expect(describeResults('shipped', [shipped('K-1'), refused('K-2', captureFailed)])).toEqual({
    ...{ words: '1 shipped, 1 not', reason: captureFailed, names: 'K-2' },
  });
  const many = ['K-1', 'K-2', 'K-3', 'K-4', 'K-5', 'K-6', 'K-7'].map((number) => refused(number, captureFailed));
  expect(describeResults('undone', many)).toEqual({
    ...{ words: '0 undone, 7 not', reason: captureFailed, names: 'K-1, K-2, K-3, K-4, K-5 and 2 more' },
  });
  expect(
    describeResults('shipped', [refused('K-1', captureFailed), refused('K-2', 'The order was cancelled.')]),
  ).toEqual({
    ...{ words: '0 shipped, 2 not', names: 'K-1, K-2' },
  });
});
