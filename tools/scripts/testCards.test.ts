import { testCards as client } from '../../client/features/checkout/testCards';
import { testCards as server } from '../../server/payments/testCards';

test('C20 the browser takes the very test cards that the server takes', () => {
  expect(client).toEqual(server.map(({ number, brand, title }) => ({ number, brand, title })));
});
