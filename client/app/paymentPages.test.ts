import { takesPayments } from '../features/checkout/payment/paymentDocument';
import { routes } from './routes';

test('takesPayments matches exactly the routes that the route table marks as taking payments', () => {
  const addressOf = (path: string) => path.replaceAll(/:\w+/g, 'x1').replace('*', 'nothing');
  const paying = routes.filter((route) => route.takesPayments === true).map(({ path }) => path);
  expect(paying).not.toEqual([]);
  expect(routes.map(({ path }) => path).filter((path) => takesPayments(addressOf(path)))).toEqual(paying);
});
