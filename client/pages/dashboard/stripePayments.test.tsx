import { screen, waitFor, within } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { money } from '../../testing/checkout';
import { findToast, main, textsOf } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';

const attempt = {
  ...{ id: 'c1:1', providerId: 'pi_1', orderNumber: 'K-7QF2-M4XD', result: 'AUTHORIZED', declineReason: null },
  ...{ cardBrand: 'Visa', cardLast4: '4242', amount: money(23_381), captured: money(0), refunded: money(0) },
  createdAt: '2026-11-25T14:21:10.000Z',
};
const notice = {
  ...{ id: 'evt_1', kind: 'payment_intent.amount_capturable_updated', status: 'WAITING', paymentId: 'c1:1' },
  ...{ providerId: 'pi_1', orderNumber: 'K-7QF2-M4XD', receivedAt: '2026-11-25T14:21:11.000Z', deliveries: 1 },
  lastError: 'The payment service does not answer',
};

const rowIn = async (name: string, words: string) => {
  const table = within(await screen.findByRole('table', { name }));
  return within((await table.findByText(words)).closest('tr') as HTMLElement);
};

test('C62 with Stripe attempts and notices are listed; a notice is looked at again, and never sent, delayed or lost', async () => {
  const { user, shop } = renderApp('/dashboard/payments?day=2026-11-25', {
    as: 'admin',
    settings: { paymentProvider: 'stripe', stripePublishableKey: 'pk_test_of_the_shop' },
    resolvers: {
      reconciliation: () => null,
      providerPayments: () => pageOf([attempt]),
      paymentNotices: () => pageOf([notice]),
      replayNotice: () => ({ paymentNotice: { ...notice, status: 'DONE', lastError: null } }),
    },
  });
  const ofAttempt = await rowIn('Attempts', 'Attempt 1, Visa •••• 4242');
  const ofNotice = await rowIn('Notices', 'Payment intent amount capturable updated');
  expect(ofAttempt.getByText('Authorized')).toBeVisible();
  expect(ofNotice.getByText('The payment service does not answer')).toBeVisible();
  await user.click(ofNotice.getByRole('button', { name: 'Look again' }));
  await findToast('The payment was looked at again');
  await waitFor(() => expect(ofNotice.getByText('Used')).toBeVisible());
  expect(shop.callsOf('ReplayNotice').map(({ variables }) => variables)).toEqual([{ input: { id: 'evt_1' } }]);
  expect(textsOf(ofAttempt.queryAllByRole('button'))).toEqual([]);
  expect(textsOf(ofNotice.getAllByRole('button'))).toEqual(['Look again']);
  for (const name of ['Send again', 'Send late', 'Lose']) expect(main().queryByRole('button', { name })).toBeNull();
  expect(main().queryByRole('note')).toBeNull();
});
