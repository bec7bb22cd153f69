import { testCards as client } from '../../client/features/checkout/testCards';
import { testCards as server } from '../../server/payments/testCards';

test('C20 client and server have the same test cards', () => {
  expect(client).toEqual(server.map(({ number, brand, title }) => ({ number, brand, title })));
});
