import { pageOf } from '../../testing/builders';
import { findToast, main } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { sellerResolvers } from '../../testing/settings';

const settings = { outbound: false };
const message = {
  ...{ id: 'TEST:1', kind: 'TEST', orderNumber: null, recipient: 'boss@kiosk.test', status: 'PENDING', attempts: 0 },
  ...{ createdAt: '2026-11-25T14:21:00.000Z', lastError: null, dueAt: null, sentAt: null, isDeliveryOn: false },
  version: 1,
};
const isOff = () => main().findByText(/^OUTBOUND is off: this shop sends no mail and no webhook/);

test('with OUTBOUND off the outbox says so instead of reporting a missing SMTP server', async () => {
  renderApp('/dashboard/outbox', { settings, as: 'admin', resolvers: { outboxMessages: pageOf([message]) } });
  expect(await isOff()).toBeVisible();
  expect(await main().findByText('boss@kiosk.test')).toBeVisible();
  expect(main().queryByText(/No SMTP server is set/)).toBeNull();
});

test('with OUTBOUND off the webhooks page says so', async () => {
  const resolvers = { webhookEndpoints: [], webhookDeliveries: pageOf([]) };
  renderApp('/dashboard/webhooks', { settings, as: 'admin', resolvers });
  expect(await isOff()).toBeVisible();
});

test('with OUTBOUND off a test message stays in the outbox', async () => {
  const { user } = renderApp('/dashboard/settings', {
    ...{ settings, as: 'admin' },
    resolvers: { contactMessages: pageOf([]), ...sellerResolvers, sendTestMessage: () => ({ outboxMessage: message }) },
  });
  await user.click(await main().findByRole('button', { name: 'Send test message' }));
  await findToast('OUTBOUND is off: the test message is in the outbox');
});
