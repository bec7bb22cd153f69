import { screen, waitFor, within } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { hold } from '../../testing/hold';
import { expectAddress, fill, field, findHeading, findToast, main, row, rows } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { keysOf } from '../../testing/retries';
import { after, offline, refusal, refuse } from '../../testing/shop';

const newWebhook = (given: object = {}) => ({
  ...{ id: 'w1', url: 'https://hooks.example.com/kiosk', description: 'The warehouse', events: ['ORDER_PLACED'] },
  ...{ status: 'ACTIVE', failingSince: null, droppedEvents: 0, olderSecretEndsAt: null, version: 1 },
  ...{ secretCreatedAt: '2026-11-25T14:21:00.000Z', createdAt: '2026-11-25T14:21:00.000Z' },
  ...given,
});

const newDelivery = (given: object = {}) => ({
  ...{ id: 'evt_1-w1', eventId: 'evt_1', eventType: 'ORDER_PLACED', endpointId: 'w1', status: 'FAILED', attempts: 14 },
  ...{ createdAt: '2026-11-25T14:21:00.000Z', responseStatus: 503, responseTime: 120, dueAt: null },
  ...{ lastError: 'It was not answered by a 2xx.' },
  payload: JSON.stringify({ id: 'evt_1', type: 'order.placed', data: { orderNumber: 'K-7F3Q-9M2X', version: 1 } }),
  ...given,
});

type Webhook = ReturnType<typeof newWebhook>;
type WebhookDelivery = ReturnType<typeof newDelivery>;

interface Update {
  id: string;
  version: number;
  isActive?: boolean;
  description?: string;
}

function openWebhooks(webhooks: Webhook[], deliveries: WebhookDelivery[] = []) {
  const find = (id: string) => webhooks.find((webhook) => webhook.id === id) ?? newWebhook();
  const app = renderApp('/dashboard/webhooks', {
    as: 'admin',
    resolvers: {
      webhookEndpoints: () => webhooks,
      webhookDeliveries: ({ filter }: { filter?: { status?: string } | null }) =>
        pageOf(deliveries.filter(({ status }) => !filter?.status || status === filter.status)),
      createWebhookEndpoint: ({ input }: { input: object }) => {
        webhooks.push(newWebhook({ id: 'w2', ...input }));
        return { webhookEndpoint: find('w2'), secret: 'whsec_shown_once' };
      },
      updateWebhookEndpoint: ({ input: { id, version, isActive, ...changes } }: { input: Update }) => {
        const webhook = find(id);
        if (version !== webhook.version) throw refusal('This endpoint was changed meanwhile.', 'CONFLICT', 'version');
        const status = isActive === undefined ? webhook.status : isActive ? 'ACTIVE' : 'PAUSED';
        Object.assign(webhook, { ...changes, status, version: version + 1 });
        return { webhookEndpoint: webhook };
      },
      rotateWebhookSecret: ({ input: { id } }: { input: { id: string } }) => {
        const webhook = find(id);
        Object.assign(webhook, { version: webhook.version + 1 });
        return { webhookEndpoint: webhook, secret: `whsec_the_new_one_of_${id}` };
      },
      deleteWebhookEndpoint: ({ input: { id } }: { input: { id: string } }) => {
        const [webhookEndpoint] = webhooks.splice(webhooks.indexOf(find(id)), 1);
        return { webhookEndpoint };
      },
      sendTestEvent: () => ({ webhookDelivery: newDelivery() }),
      resendWebhookDelivery: ({ input: { id } }: { input: { id: string } }) => {
        const delivery = deliveries.find((each) => each.id === id) ?? newDelivery();
        Object.assign(delivery, { status: 'PENDING', attempts: 0, responseStatus: null, lastError: null });
        return { webhookDelivery: delivery };
      },
    },
  });
  return app;
}

async function newSecret(user: ReturnType<typeof renderApp>['user'], description = 'https://hooks.example.com/kiosk') {
  await user.click(await main().findByRole('button', { name: 'New secret', description }));
  await user.click(await screen.findByRole('button', { name: 'New secret', description: '' }));
}

const refuseField = (field: string, message: string) => () =>
  Response.json({ data: null, errors: [{ message, extensions: { code: 'BAD_USER_INPUT', field } }] });

test('a webhook is added with its events, and its secret is shown until it is dismissed', async () => {
  const { user, shop } = openWebhooks([]);
  await findHeading('Webhooks');
  expect(await main().findByText('Nobody is told of anything yet.')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Add a webhook' }));
  await user.click(main().getByRole('button', { name: 'Add webhook' }));
  expect(await main().findByText('URL is required')).toBeVisible();
  expect(main().getByText('Choose at least one event')).toBeVisible();
  await fill(user, field('URL'), 'https://10.0.0.1/');
  // By keyboard: the blur of a press is handled by a timer, which would fire after the response here.
  await user.tab();
  await user.click(main().getByRole('button', { name: 'Add webhook' }));
  await waitFor(() => expect(main().getByRole('checkbox', { name: 'Order placed' })).toHaveFocus());
  await user.keyboard(' ');
  expect(main().getByRole('checkbox', { name: 'Order placed' })).toBeChecked();
  await user.click(main().getByRole('checkbox', { name: 'Stock low' }));
  shop.intercept('CreateWebhookEndpoint', refuseField('url', 'Url must be of the internet: this is a private address'));
  await user.click(main().getByRole('button', { name: 'Add webhook' }));
  expect(await main().findByText('Url must be of the internet: this is a private address')).toBeVisible();
  shop.intercept('CreateWebhookEndpoint', undefined);
  await fill(user, field('URL'), 'https://shop.example.com/hooks');
  await user.click(main().getByRole('button', { name: 'Add webhook' }));
  expect(await main().findByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_shown_once');
  expect(shop.callsOf('CreateWebhookEndpoint').at(-1)?.variables).toEqual({
    input: { url: 'https://shop.example.com/hooks', description: '', events: ['ORDER_PLACED', 'STOCK_LOW'] },
  });
  await user.click(main().getByRole('button', { name: 'Copy' }));
  await findToast('The secret is copied');
  expect(await navigator.clipboard.readText()).toBe('whsec_shown_once');
  await user.click(main().getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(main().queryByRole('textbox', { name: 'Secret' })).toBeNull());
  expect(document.body.innerHTML).not.toContain('whsec_shown_once');
  expect(main().getByRole('heading', { name: 'https://shop.example.com/hooks' })).toBeVisible();
});

test('a webhook is tested, gets a new secret, is paused, and is deleted after confirmation', async () => {
  const { user } = openWebhooks([newWebhook({ failingSince: '2026-11-25T14:21:00.000Z', droppedEvents: 3 })]);
  expect(await main().findByText(/^Nothing has arrived since/)).toBeVisible();
  expect(main().getByText('Too many events were waiting: 3 were left out')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Send test event' }));
  await findToast('A test event is on its way');
  await user.click(main().getByRole('button', { name: 'New secret' }));
  await user.click(await screen.findByRole('button', { name: 'New secret', description: '' }));
  expect(await main().findByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_the_new_one_of_w1');
  await user.click(main().getByRole('button', { name: 'Pause' }));
  await findToast('The webhook is paused');
  expect(main().getByText('Paused')).toBeVisible();
  expect(main().getByRole('button', { name: 'Activate' })).toHaveFocus();
  expect(main().queryByRole('button', { name: 'Send test event' })).toBeNull();
  await user.click(main().getByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete this webhook?' });
  expect(within(question).getByText('https://hooks.example.com/kiosk').tagName).toBe('BDI');
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await findToast('The webhook is deleted');
  expect(await main().findByText('Nobody is told of anything yet.')).toBeVisible();
  await waitFor(() => expect(main().getByRole('list', { name: 'Webhooks' })).toHaveFocus());
});

test('typed changes of a webhook are saved although it was paused or changed concurrently', async () => {
  const webhook = newWebhook();
  const { user, shop } = openWebhooks([webhook]);
  await user.click(await main().findByRole('button', { name: 'Edit' }));
  await fill(user, field('Description'), 'Half typed');
  await user.click(main().getByRole('button', { name: 'Pause' }));
  await findToast('The webhook is paused');
  expect(field('Description')).toHaveValue('Half typed');
  // By another admin.
  Object.assign(webhook, { url: 'https://moved.example.com/', version: 5 });
  await user.click(main().getByRole('button', { name: 'Save' }));
  expect(await main().findByText('This endpoint was changed meanwhile.')).toBeVisible();
  await user.click(await main().findByRole('button', { name: 'Save' }));
  await findToast('The webhook is changed');
  const sent = shop.callsOf('UpdateWebhookEndpoint').map(({ variables }) => variables['input']);
  expect(sent).toMatchObject([
    { version: 1 },
    { version: 2, description: 'Half typed' },
    { version: 5, description: 'Half typed' },
  ]);
  expect(webhook).toMatchObject({ url: 'https://moved.example.com/', description: 'Half typed' });
});

test('the same field that another admin has changed meanwhile is overwritten only after a warning', async () => {
  const webhook = newWebhook();
  const { user } = openWebhooks([webhook]);
  await user.click(await main().findByRole('button', { name: 'Edit' }));
  await fill(user, field('Description'), 'Mine');
  Object.assign(webhook, { description: 'Theirs', version: 5 });
  // Its answer reloads the list.
  await newSecret(user);
  expect(await main().findByText('Theirs')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Save' }));
  expect(await main().findByText('This endpoint was changed meanwhile.')).toBeVisible();
  expect(webhook.description).toBe('Theirs');
  await user.click(await main().findByRole('button', { name: 'Save' }));
  await findToast('The webhook is changed');
  expect(webhook.description).toBe('Mine');
});

test('a webhook that another admin has changed can be paused at the second try', async () => {
  const webhook = newWebhook();
  const { user } = openWebhooks([webhook]);
  const pause = () => main().findByRole('button', { name: 'Pause' });
  await pause();
  Object.assign(webhook, { description: 'Theirs', version: 5 });
  await user.click(await pause());
  await findToast('This endpoint was changed meanwhile.');
  expect(await main().findByText('Theirs')).toBeVisible();
  await user.click(await pause());
  await findToast('The webhook is paused');
});

test('a new secret whose answer was lost is not made twice, although something else was done meanwhile', async () => {
  const other = newWebhook({ id: 'w2', url: 'https://two.example.com/' });
  const { user, shop } = openWebhooks([newWebhook(), other]);
  shop.intercept('RotateWebhookSecret', offline);
  await newSecret(user);
  await findToast('The webhook got no new secret');
  shop.intercept('RotateWebhookSecret', undefined);
  await user.click(
    main().getByRole('button', { name: 'Send test event', description: 'https://hooks.example.com/kiosk' }),
  );
  await findToast('A test event is on its way');
  await newSecret(user, other.url);
  await newSecret(user);
  await newSecret(user);
  await waitFor(() => expect(shop.callsOf('RotateWebhookSecret')).toHaveLength(4));
  const [lost, ofOther, again, another] = shop
    .callsOf('RotateWebhookSecret')
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(again).toBe(lost);
  expect(new Set([ofOther, again, another]).size).toBe(3);
});

test('a test event is another one when it is sent a minute after a lost answer', async () => {
  const { user, shop } = openWebhooks([newWebhook()]);
  const send = await main().findByRole('button', { name: 'Send test event' });
  shop.intercept('SendTestEvent', offline);
  await user.click(send);
  await findToast('The test event could not be sent');
  jest.useFakeTimers();
  for (const seconds of [50, 50, 61]) {
    await jest.advanceTimersByTimeAsync(seconds * 1000);
    await user.click(send);
    await findToast('The test event could not be sent');
  }
  const [lost, soon, again, late] = keysOf(shop, 'SendTestEvent');
  expect([soon, again]).toEqual([lost, lost]);
  expect(late).not.toBe(lost);
});

test('secrets of two webhooks are shown beside each other until each is dismissed', async () => {
  const other = newWebhook({ id: 'w2', url: 'https://two.example.com/' });
  const { user } = openWebhooks([newWebhook(), other]);
  await newSecret(user, 'https://hooks.example.com/kiosk');
  await newSecret(user, other.url);
  const shown = () => main().queryAllByRole<HTMLInputElement>('textbox', { name: 'Secret' });
  await waitFor(() =>
    expect(shown().map(({ value }) => value)).toEqual(['whsec_the_new_one_of_w2', 'whsec_the_new_one_of_w1']),
  );
  expect(shown()[0]).toHaveAccessibleDescription(/server of https:\/\/two\.example\.com\/ reads it/);
  await user.click(main().getAllByRole('button', { name: 'Done' })[0] as HTMLElement);
  expect(shown().map(({ value }) => value)).toEqual(['whsec_the_new_one_of_w1']);
});

test('the secret of a webhook goes with it when it is deleted', async () => {
  const { user } = openWebhooks([newWebhook(), newWebhook({ id: 'w2', url: 'https://b.example.com/' })]);
  await newSecret(user);
  await newSecret(user, 'https://b.example.com/');
  await waitFor(() => expect(main().getAllByRole('textbox', { name: 'Secret' })).toHaveLength(2));
  await user.click(main().getByRole('button', { name: 'Delete', description: 'https://hooks.example.com/kiosk' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await findToast('The webhook is deleted');
  const left = await main().findByRole('textbox', { name: 'Secret' });
  expect(left).toHaveValue('whsec_the_new_one_of_w2');
  await waitFor(() => expect(main().getByRole('list', { name: 'Webhooks' })).toHaveFocus());
});

test('typed changes of a webhook survive a failed reload; editing another one asks before discarding them', async () => {
  const other = newWebhook({ id: 'w2', url: 'https://two.example.com/', description: 'The till' });
  const { user, shop } = openWebhooks([newWebhook(), other]);
  const edit = async (description: string) =>
    user.click(await main().findByRole('button', { name: 'Edit', description }));
  const answer = async (name: string) => {
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
  };
  await edit('https://hooks.example.com/kiosk');
  await fill(user, field('Description'), 'Half typed');
  const changed = refusal('This endpoint was changed meanwhile.', 'CONFLICT', 'version');
  shop.intercept('UpdateWebhookEndpoint', () => Response.json({ data: null, errors: [changed.toJSON()] }));
  shop.intercept('WebhookEndpoints', offline);
  await user.click(main().getByRole('button', { name: 'Save' }));
  expect(await main().findByText('This endpoint was changed meanwhile.')).toBeVisible();
  await main().findByRole('button', { name: 'Save' });
  await edit(other.url);
  await answer('Cancel');
  expect(field('Description')).toHaveValue('Half typed');
  await edit(other.url);
  await answer('Leave');
  expect(field('Description')).toHaveValue('The till');
});

test('a secret that is shown while another one is on its way is not replaced by it', async () => {
  const { user, shop } = openWebhooks([newWebhook()]);
  const { released, release } = hold();
  shop.intercept('RotateWebhookSecret', after(released));
  await newSecret(user);
  await user.click(main().getByRole('button', { name: 'Add a webhook' }));
  await fill(user, field('URL'), 'https://shop.example.com/hooks');
  await user.click(main().getByRole('checkbox', { name: 'Stock low' }));
  await user.click(main().getByRole('button', { name: 'Add webhook' }));
  const shown = () => main().queryAllByRole<HTMLInputElement>('textbox', { name: 'Secret' });
  await waitFor(() => expect(shown()).toHaveLength(1));
  release();
  await waitFor(() =>
    expect(shown().map(({ value }) => value)).toEqual(['whsec_the_new_one_of_w1', 'whsec_shown_once']),
  );
});

test('the answer of one webhook leaves the form of another open', async () => {
  const other = newWebhook({ id: 'w2', url: 'https://two.example.com/', description: 'The till' });
  const { user, shop } = openWebhooks([newWebhook(), other]);
  const edit = async (description: string) =>
    user.click(await main().findByRole('button', { name: 'Edit', description }));
  await edit('https://hooks.example.com/kiosk');
  await fill(user, field('Description'), 'Changed');
  const { released, release } = hold();
  shop.intercept('UpdateWebhookEndpoint', after(released));
  await user.click(main().getByRole('button', { name: 'Save' }));
  await user.click(main().getByRole('button', { name: 'Cancel' }));
  await edit(other.url);
  await fill(user, field('Description'), 'Half typed');
  release();
  await findToast('The webhook is changed');
  expect(field('Description')).toHaveValue('Half typed');
});

test('the focus goes to a form that opens, and stays on the page when it or a secret closes', async () => {
  const { user } = openWebhooks([newWebhook()]);
  const add = () => main().findByRole('button', { name: 'Add a webhook' });
  await user.click(await add());
  await waitFor(() => expect(field('URL')).toHaveFocus());
  await user.click(main().getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect(await add()).toHaveFocus());
  await user.click(main().getByRole('button', { name: 'Edit' }));
  await waitFor(() => expect(field('URL')).toHaveFocus());
  await fill(user, field('Description'), 'Changed');
  await user.click(main().getByRole('button', { name: 'Save' }));
  await findToast('The webhook is changed');
  await waitFor(async () => expect(await add()).toHaveFocus());
  await newSecret(user);
  await waitFor(() => expect(main().getByRole('textbox', { name: 'Secret' })).toHaveFocus());
  await user.click(main().getByRole('button', { name: 'Done' }));
  await waitFor(async () => expect(await add()).toHaveFocus());
});

test('the log shows each delivery with its result, filters by status and sends one again', async () => {
  const delivered = newDelivery({ id: 'evt_2-w1', eventType: 'WEBHOOK_TEST', status: 'DELIVERED', lastError: null });
  const { user, shop } = openWebhooks([newWebhook()], [newDelivery(), delivered]);
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(row('K-7F3Q-9M2X').getByText('14 attempts · HTTP 503 · 120 ms')).toBeVisible();
  expect(row('K-7F3Q-9M2X').getByText('It was not answered by a 2xx.')).toBeVisible();
  shop.intercept('ResendWebhookDelivery', refuse('This delivery is waiting to be sent.'));
  await user.click(row('K-7F3Q-9M2X').getByRole('button', { name: 'Send again' }));
  await findToast('This delivery is waiting to be sent.');
  shop.intercept('ResendWebhookDelivery', undefined);
  await user.click(row('K-7F3Q-9M2X').getByRole('button', { name: 'Send again' }));
  await findToast('The event is on its way');
  await waitFor(() => expect(main().getByRole('heading', { name: 'Deliveries' })).toHaveFocus());
  await waitFor(() => expect(row('K-7F3Q-9M2X').getByText('Waiting')).toBeVisible());
  await user.click(main().getByRole('button', { name: 'Delivered' }));
  await expectAddress('/dashboard/webhooks?status=DELIVERED');
  await waitFor(() => expect(rows()).toHaveLength(1));
});
