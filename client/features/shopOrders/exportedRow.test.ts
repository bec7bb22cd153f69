import type { ExportShopOrdersQuery } from '../../__generated__/lazyOperations';
import { writeCsv } from '@kiosk/csv/writeCsv';
import { exportedColumns, exportedRow } from './exportedRow';

const money = (amount: number) => ({ amount });
const order: ExportShopOrdersQuery['orders']['nodes'][number] = {
  ...{ number: 'K-7QF2-M4XD', placedAt: '2026-11-27T14:02:00.000Z', status: 'PLACED', paymentStatus: 'FAILED' },
  ...{ fulfillmentStatus: 'UNFULFILLED', attention: ['CAPTURE_FAILED'], buyer: { name: '=Anna, "M."' } },
  ...{ email: 'anna@kiosk.test', pieces: 4, subtotal: money(21_800), shippingTotal: money(0), taxTotal: money(1_581) },
  ...{ total: money(23_381), refundedTotal: money(5), netTotal: money(23_376) },
};

test('C41 an order export has sums as plain numbers and escapes cells that look like formulas', () => {
  expect(writeCsv(exportedColumns, [exportedRow(order)])).toBe(
    '\uFEFF"number","placedAt","status","paymentStatus","fulfillmentStatus","attention","name","email","pieces",' +
      '"subtotal","shipping","tax","total","refunded","net"\r\n' +
      '"K-7QF2-M4XD","2026-11-27T14:02:00.000Z","PLACED","FAILED","UNFULFILLED","CAPTURE_FAILED","\'=Anna, ""M.""",' +
      '"anna@kiosk.test","4","218.00","0.00","15.81","233.81","0.05","233.76"\r\n',
  );
});

test('C41 the net of an order that cost the shop more than it brought is a number in its export', () => {
  const disputed = { ...order, netTotal: money(-4_000) };
  expect(writeCsv(exportedColumns, [exportedRow(disputed)])).toMatch(/,"0\.05","-40\.00"\r\n$/);
});
