import { ShopScene } from '../../testing/shopScene';
import { StripeStandIn } from '../../testing/stripeStandIn';
import { useTestDatabase } from '../../testing/useTestDatabase';
import { silentLog } from '../../testing/silentLog';
import { createStripeProvider } from './stripeProvider';

const database = useTestDatabase();
const stripe = new StripeStandIn();
let apiBase = '';
beforeAll(async () => {
  apiBase = await stripe.start();
});
afterAll(() => stripe.stop());

test('an order whose payment was taken without an amount in the answer is not failed, and paid once that is known', async () => {
  const keys = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecrets: ['whsec_x'] };
  const settings = { name: 'stripe', ...keys, apiBase } as const;
  const none = () => Promise.resolve(undefined);
  const scene = new ShopScene(database, undefined, ({ stripePayments: payments }, now) => ({
    ...{
      provider: createStripeProvider({ settings, payments, now, log: silentLog }),
      pay: none,
      answerBank: none,
      payments: none,
    },
  }));
  const checkout = await scene.shop.submit([{ productId: await scene.shop.product(1), quantity: 1 }]);
  await scene.shop.drive('buyer', checkout);
  const [intent] = stripe.intents;
  if (!intent) throw new Error('There is no intent.');
  intent.status = 'requires_capture';
  const number = (await scene.shop.drive('buyer', checkout))?.orderNumber ?? '';
  scene.shop.wait(11 * 60_000);
  Object.assign(intent, { status: 'succeeded', amount_received: undefined });
  await scene.capture();
  expect(await scene.order(number)).toMatchObject({ payment: { status: 'capturing', capturedCents: 0 } });
  intent.amount_received = intent.amount;
  await scene.capture();
  expect(await scene.order(number)).toMatchObject({ payment: { status: 'paid', capturedCents: intent.amount } });
});
