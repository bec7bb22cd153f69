import { screen, waitFor, within } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { money } from '../../testing/checkout';
import { hold } from '../../testing/hold';
import { expectAddress, findHeading, findToast, fill, main, textsOf } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { after, refuse } from '../../testing/shop';

const newVerdict = (more: object = {}) => ({
  ...{ day: '2026-11-25', checkedAt: '2026-11-25T14:35:00.000Z', movements: 41 },
  ...{ providerTotal: money(418_266), ordersTotal: money(418_266), differences: [] as object[], differenceCount: 0 },
  ...more,
});

const newDifference = (more: object = {}) => ({
  ...{ id: 'd1', kind: 'REFUND_WITHOUT_ORDER', providerId: 'pi_1', orderNumber: 'K-7QF2-M4XD', canFix: true },
  ...{ providerAmount: money(500), orderAmount: null },
  ...more,
});

const newAttempt = (more: object = {}) => ({
  ...{ id: 'c1:1', providerId: 'c1:1', orderNumber: 'K-7QF2-M4XD', result: 'AUTHORIZED', declineReason: null },
  ...{ cardBrand: 'Visa', cardLast4: '4242', amount: money(23_381), captured: money(0), refunded: money(0) },
  createdAt: '2026-11-25T14:21:10.000Z',
  ...more,
});

const newNotice = (more: object = {}) => ({
  ...{ id: 'evt_1', kind: 'payment.authorized', status: 'DONE', paymentId: 'c1:1', providerId: 'c1:1' },
  ...{ orderNumber: 'K-7QF2-M4XD', receivedAt: '2026-11-25T14:21:11.000Z', deliveries: 1, lastError: null },
  ...more,
});

interface State {
  verdict: object | null;
  attempts: object[];
  notices: { id: string; status: string }[];
}

interface Paging {
  first?: number;
  after?: string | null;
}

function shopOf({ verdict = null, attempts = [], notices = [] }: Partial<State> = {}) {
  const state: State = { verdict, attempts, notices };
  return {
    state,
    resolvers: {
      reconciliation: () => state.verdict,
      checkReconciliation: () => ({ reconciliation: (state.verdict ??= newVerdict()) }),
      fixDifference: () => ({ reconciliation: (state.verdict = newVerdict()) }),
      providerPayments: (paging: Paging) => pageOf(state.attempts, paging),
      paymentNotices: ({ filter, ...paging }: Paging & { filter?: { status?: string } | null }) =>
        pageOf(
          state.notices.filter(({ status }) => !filter?.status || status === filter.status),
          paging,
        ),
      replayNotice: ({ input }: { input: { id: string } }) => {
        const notice = state.notices.find(({ id }) => id === input.id);
        if (!notice) throw new Error('no such notice');
        return { paymentNotice: Object.assign(notice, { status: 'DONE' }) };
      },
      sendTestNotice: ({ input: { paymentId } }: { input: { paymentId: string } }) => ({
        providerPayment: state.attempts.find((each) => (each as { id: string }).id === paymentId),
      }),
    },
  };
}

const verdict = () => within(screen.getByRole('region', { name: 'Verdict' }));
const table = (name: string) => within(screen.getByRole('table', { name }));
const rowIn = (name: string, words: string) => {
  const found = table(name)
    .getAllByRole('row')
    .find(({ textContent }) => textContent.includes(words));
  if (!found) throw new Error(`no row has ${words}`);
  return within(found);
};

async function open(given: Partial<State> = {}, path = '/dashboard/payments?day=2026-11-25', width = 1440) {
  const { state, resolvers } = shopOf(given);
  const app = renderApp(path, { as: 'admin', resolvers, width });
  await findHeading('Payments');
  return { ...app, state };
}

test('C60 a reconciled day shows both sums and the time of the check', async () => {
  await open({ verdict: newVerdict() });
  expect(await screen.findByRole('heading', { name: 'All cents accounted for' })).toBeVisible();
  expect(verdict().getByText(/^41 charges and refunds of the provider, each with its order/)).toBeVisible();
  expect(verdict().getAllByText('$4,182.66')).toHaveLength(2);
  expect(verdict().getByTestId('total').textContent).toBe('$0.00');
  expect(verdict().getByText(/^\d\d:35$/)).toBeVisible();
  expect(verdict().queryByRole('button', { name: 'Fix' })).toBeNull();
});

test('C20 with the test provider the page says that no money moves', async () => {
  await open();
  expect(await main().findByRole('note')).toHaveTextContent('Test payments: no money moves. Never type a real card.');
});

test('C60 an unchecked day can be checked; during another check the last verdict stays', async () => {
  const { user, shop, state } = await open();
  await screen.findByRole('heading', { name: 'Not checked yet' });
  await user.click(verdict().getByRole('button', { name: 'Check now' }));
  await screen.findByRole('heading', { name: 'All cents accounted for' });
  const checking = hold();
  shop.intercept('CheckReconciliation', after(checking.released));
  state.verdict = newVerdict({ providerTotal: money(418_766), differenceCount: 1, differences: [newDifference()] });
  await user.click(await screen.findByRole('button', { name: 'Check again' }));
  const button = await screen.findByRole('button', { name: 'Checking…' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('heading', { name: 'All cents accounted for' })).toBeVisible();
  expect(verdict().getByText(/^\d\d:35$/)).toBeVisible();
  checking.release();
  expect(await screen.findByRole('heading', { name: '1 difference' })).toBeVisible();
  expect(verdict().getByTestId('total').textContent).toBe('$5.00');
  const keys = shop.callsOf('CheckReconciliation').map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test('C60 an unreachable provider is reported, and the last verdict stays', async () => {
  const { user, shop } = await open({ verdict: newVerdict() });
  await screen.findByRole('heading', { name: 'All cents accounted for' });
  shop.intercept('CheckReconciliation', refuse('The payment provider does not answer. Please try again.'));
  await user.click(verdict().getByRole('button', { name: 'Check again' }));
  expect(
    await verdict().findByText(/^The payment provider does not answer\..+The last verdict stands below\.$/),
  ).toBeVisible();
  expect(screen.getByRole('heading', { name: 'All cents accounted for' })).toBeVisible();
  const [first] = shop.callsOf('CheckReconciliation');
  shop.intercept('CheckReconciliation', undefined);
  await user.click(verdict().getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(verdict().queryByText(/does not answer/)).toBeNull());
  // The retry has the same idempotency key.
  expect(shop.callsOf('CheckReconciliation')[1]?.headers.get('idempotency-key')).toBe(
    first?.headers.get('idempotency-key'),
  );
});

test('C60 lists each difference and fixes it after confirmation', async () => {
  const differences = [
    newDifference(),
    newDifference({ id: 'd2', kind: 'CHARGE_WITHOUT_ORDER', orderNumber: null, providerId: 'pi_2', canFix: false }),
    newDifference({ id: 'd3', kind: 'OTHER_CURRENCY', orderNumber: null, providerAmount: null, canFix: false }),
  ];
  const { user, shop } = await open({
    verdict: newVerdict({ providerTotal: money(-500), ordersTotal: money(0), differences, differenceCount: 120 }),
  });
  expect(await screen.findByRole('heading', { name: '120 differences' })).toBeVisible();
  expect(verdict().getByTestId('total').textContent).toBe('−$5.00');
  const list = within(screen.getByRole('list', { name: 'Differences' }));
  const [first, second, third] = list.getAllByRole('listitem');
  expect(first).toHaveTextContent('Refunded, but in no order · K-7QF2-M4XD');
  expect(first).toHaveTextContent('Provider $5.00, order nothing · pi_1');
  expect(second).toHaveTextContent('Charged, but in no order · No order');
  expect(second).toHaveTextContent('Look into the provider’s dashboard');
  expect(third).toHaveTextContent('In another currency · No order');
  expect(third).toHaveTextContent('The shop takes US dollars alone');
  expect(verdict().getByText(/^The first 3 are listed/)).toBeVisible();
  expect(list.getByRole('link', { name: 'K-7QF2-M4XD' })).toHaveAttribute('href', '/dashboard/shopOrders/K-7QF2-M4XD');

  await user.click(list.getByRole('button', { name: 'Fix' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(shop.callsOf('FixDifference')).toHaveLength(0);

  shop.intercept('FixDifference', refuse('This difference cannot be mended by itself.'));
  await user.click(list.getByRole('button', { name: 'Fix' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Fix' }));
  await findToast('The difference could not be fixed');
  await findToast('This difference cannot be mended by itself.');
  shop.intercept('FixDifference', undefined);
  await user.click(list.getByRole('button', { name: 'Fix' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Fix' }));
  await findToast('The difference is fixed');
  expect(await screen.findByRole('heading', { name: 'All cents accounted for' })).toBeVisible();
  expect(shop.callsOf('FixDifference').map(({ variables }) => variables)).toEqual([
    { input: { id: 'd1' } },
    { input: { id: 'd1' } },
  ]);
});

test('C60 the day is in the URL, and a future day is not requested', async () => {
  const { user, shop } = await open({ verdict: newVerdict() });
  await screen.findByRole('heading', { name: 'All cents accounted for' });
  await user.click(main().getByRole('button', { name: 'Previous day' }));
  await expectAddress('/dashboard/payments?day=2026-11-24');
  await waitFor(() => expect(shop.callsOf('Reconciliation').at(-1)?.variables).toEqual({ day: '2026-11-24' }));
  await user.click(main().getByRole('button', { name: 'Next day' }));
  await expectAddress('/dashboard/payments?day=2026-11-25');
  await waitFor(() => expect(shop.callsOf('Reconciliation')).toHaveLength(3));
  await fill(user, main().getByLabelText('Day', { selector: 'input' }), '2999-01-01');
  expect(await main().findByText('Choose a day that is not to come.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Verdict' })).toBeNull();
  expect(shop.callsOf('Reconciliation')).toHaveLength(3);
});

test('C60 the day defaults to today', async () => {
  const { shop } = await open({}, '/dashboard/payments');
  await screen.findByRole('heading', { name: 'Not checked yet' });
  const today = new Date().toISOString().slice(0, 10);
  expect(shop.callsOf('Reconciliation').map(({ variables }) => variables)).toEqual([{ day: today }]);
  expect(main().getByRole('button', { name: 'Next day' })).toHaveAttribute('aria-disabled', 'true');
});

test('C62 lists attempts and payment notices with their orders, results and errors', async () => {
  await open({
    attempts: [
      newAttempt({ id: 'c2:1', orderNumber: null, result: 'UNKNOWN', cardBrand: null, cardLast4: null }),
      newAttempt({ result: 'SUCCEEDED', captured: money(23_381), refunded: money(500) }),
      newAttempt({ id: 'c1:2', result: 'DECLINED', declineReason: 'INSUFFICIENT_FUNDS' }),
    ],
    notices: [
      newNotice({ id: 'evt_2', status: 'WAITING', orderNumber: null, lastError: 'The provider does not answer' }),
      newNotice({ deliveries: 3 }),
      newNotice({ id: 'evt_3', status: 'UNKNOWN', kind: 'charge.refunded', providerId: 'pi_9', orderNumber: null }),
    ],
  });
  await waitFor(() => expect(table('Attempts').getAllByRole('row')).toHaveLength(4));
  expect(rowIn('Attempts', 'No order yet').getByText('Unknown, looking again')).toBeVisible();
  expect(rowIn('Attempts', 'Attempt 1, Visa •••• 4242').getByText('$5.00 refunded')).toBeVisible();
  expect(rowIn('Attempts', 'Attempt 2').getByText('Insufficient funds')).toBeVisible();
  await waitFor(() => expect(table('Notices').getAllByRole('row')).toHaveLength(4));
  expect(rowIn('Notices', 'No order yet').getByText('The provider does not answer')).toBeVisible();
  expect(rowIn('Notices', 'Came 3 times').getByText('Payment authorized')).toBeVisible();
  expect(rowIn('Notices', 'pi_9').getByText('Charge refunded')).toBeVisible();
});

test('C62 payment notices are filtered by status and processed again', async () => {
  const { user, shop } = await open({
    notices: [newNotice(), newNotice({ id: 'evt_2', status: 'WAITING', kind: 'payment.captured' })],
  });
  await waitFor(() => expect(table('Notices').getAllByRole('row')).toHaveLength(3));
  shop.intercept('ReplayNotice', refuse('The payment provider does not answer. Please try again.'));
  await user.click(rowIn('Notices', 'Payment captured').getByRole('button', { name: 'Look again' }));
  await findToast('The payment could not be looked at');
  shop.intercept('ReplayNotice', undefined);
  await user.click(rowIn('Notices', 'Payment captured').getByRole('button', { name: 'Look again' }));
  await findToast('The payment was looked at again');
  await waitFor(() => expect(rowIn('Notices', 'Payment captured').getByText('Used')).toBeVisible());
  expect(shop.callsOf('ReplayNotice').map(({ variables }) => variables)).toEqual([
    { input: { id: 'evt_2' } },
    { input: { id: 'evt_2' } },
  ]);
  await user.click(main().getByRole('button', { name: 'Unknown' }));
  await expectAddress('/dashboard/payments?day=2026-11-25&status=UNKNOWN');
  expect(await main().findByText('No notices found')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Clear All' }));
  await waitFor(() => expect(table('Notices').getAllByRole('row')).toHaveLength(3));
});

test.each([
  ['Send again', 'AGAIN', 'The notice is sent again'],
  ['Send late', 'LATE', 'The notice comes in 8 seconds'],
  ['Lose', 'LOSE', 'What was still to come is lost'],
])('C62 the test provider’s notices can be resent, delayed or lost: %s', async (label, way, done) => {
  const { user, shop, state } = await open({ attempts: [newAttempt()] });
  await waitFor(() => expect(table('Attempts').getAllByRole('row')).toHaveLength(2));
  shop.intercept('SendTestNotice', refuse('There is no such payment.'));
  await user.click(await rowIn('Attempts', 'Attempt 1').findByRole('button', { name: label }));
  await findToast('There is no such payment.');
  shop.intercept('SendTestNotice', undefined);
  state.notices = [newNotice({ kind: 'payment.captured' })];
  await user.click(rowIn('Attempts', 'Attempt 1').getByRole('button', { name: label }));
  await findToast(done);
  expect(shop.callsOf('SendTestNotice').at(-1)?.variables).toEqual({ input: { paymentId: 'c1:1', way } });
  // The lists are refetched.
  await waitFor(() => expect(rowIn('Notices', 'Payment captured').getByText('Used')).toBeVisible());
});

test('C62 on a phone an attempt offers three buttons: again, late, lose', async () => {
  await open({ attempts: [newAttempt()], notices: [newNotice()] }, '/dashboard/payments?day=2026-11-25', 390);
  const group = await screen.findByRole('group', { name: 'Its notices' });
  expect(textsOf(within(group).getAllByRole('button'))).toEqual(['Send again', 'Send late', 'Lose']);
});

test('C62 attempts and payment notices are paged independently', async () => {
  const many = Array.from({ length: 30 }, (_, index) => index + 1);
  const { user } = await open({
    attempts: many.map((n) => newAttempt({ id: `c${n}:1`, orderNumber: null, cardLast4: String(1000 + n) })),
    notices: many.map((n) => newNotice({ id: `evt_${n}`, providerId: `pi_${1000 + n}` })),
  });
  await waitFor(() => expect(table('Attempts').getAllByRole('row')).toHaveLength(25));
  const [attemptsNext, noticesNext] = main().getAllByRole('button', { name: 'Next' });
  await user.click(attemptsNext as HTMLElement);
  await waitFor(() => expect(table('Attempts').getAllByRole('row')).toHaveLength(7));
  expect(rowIn('Attempts', '1030').getByText('No order yet')).toBeVisible();
  expect(table('Notices').getAllByRole('row')).toHaveLength(25);
  expect(
    main()
      .getAllByTestId('row-range')
      .map(({ textContent }) => textContent),
  ).toEqual(['25–30 of 30', '1–24 of 30']);
  await user.click(noticesNext as HTMLElement);
  await waitFor(() => expect(table('Notices').getAllByRole('row')).toHaveLength(7));
  expect(table('Attempts').getAllByRole('row')).toHaveLength(7);
});

test('a failed verdict or list shows an error in its place and can be retried', async () => {
  const { resolvers } = shopOf({ verdict: newVerdict(), attempts: [newAttempt()], notices: [newNotice()] });
  const { user, shop } = renderApp('/dashboard', { as: 'admin', resolvers });
  await screen.findByRole('link', { name: 'Payments' });
  const all = ['Reconciliation', 'ProviderPayments', 'PaymentNotices'];
  for (const name of all) shop.intercept(name, refuse(''));
  await user.click(screen.getByRole('link', { name: 'Payments' }));
  expect(await main().findByText('Failed to load the verdict')).toBeVisible();
  expect(await main().findByText('Failed to load the attempts')).toBeVisible();
  expect(await main().findByText('Failed to load the notices')).toBeVisible();
  for (const name of all) shop.intercept(name, undefined);
  for (const button of main().getAllByRole('button', { name: 'Try again' })) await user.click(button);
  await screen.findByRole('heading', { name: 'All cents accounted for' });
  await waitFor(() => expect(table('Attempts').getAllByRole('row')).toHaveLength(2));
  await waitFor(() => expect(table('Notices').getAllByRole('row')).toHaveLength(2));
});

test('without attempts and notices shows empty states', async () => {
  await open();
  expect(await main().findByText('Nobody has paid yet')).toBeVisible();
  expect(await main().findByText('No notices yet')).toBeVisible();
});
