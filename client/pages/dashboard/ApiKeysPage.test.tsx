import { screen, waitFor, within } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { fill, findHeading, findToast, footer, main, row, rows } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { offline, refuse } from '../../testing/shop';

const newKey = (given: object = {}) => ({
  ...{ id: '6b098f6588d9c83ff527f816', name: 'Warehouse', lastFour: 'aB3x', scopes: ['READ_STOCK'] },
  ...{ createdAt: '2026-11-25T14:21:00.000Z', createdByUid: 'uid-boss', createdByEmail: 'boss@kiosk.test' },
  ...{ lastUsedAt: null, expiresAt: null, revokedAt: null, revokedByEmail: null, isLive: true },
  ...given,
});

type Key = ReturnType<typeof newKey>;
const secret = `kiosk_live_${'0'.repeat(53)}`;

function shopOf(keys: Key[]) {
  return {
    apiKeys: () => pageOf(keys),
    createApiKey: ({ input }: { input: Partial<Key> }) => {
      const apiKey = newKey({ ...input, id: `${keys.length}` });
      keys.unshift(apiKey);
      return { apiKey, key: secret };
    },
    revokeApiKey: ({ input: { id } }: { input: { id: string } }) => {
      const apiKey = keys.find((key) => key.id === id);
      if (!apiKey) throw new Error('no such key');
      Object.assign(apiKey, {
        isLive: false,
        revokedAt: '2026-11-27T10:00:00.000Z',
        revokedByEmail: 'boss@kiosk.test',
      });
      return { apiKey };
    },
  };
}

async function openKeys(...keys: Key[]) {
  const app = renderApp('/dashboard/apiKeys', { as: 'admin', resolvers: shopOf(keys) });
  await findHeading('API keys');
  if (keys.length > 0) await waitFor(() => expect(rows()).toHaveLength(keys.length));
  return app;
}

const make = () => main().findByRole('button', { name: 'Make key' });
const box = (name: RegExp) => main().getByRole('checkbox', { name });

test('a new key is shown once for copying, then listed without its secret', async () => {
  const { user, shop } = await openKeys();
  expect(await main().findByText('No API keys yet')).toBeVisible();
  await user.type(main().getByRole('textbox', { name: 'What is it for?' }), 'Till');
  await user.click(box(/^read:stock/));
  await user.click(await make());
  const shown = await main().findByRole<HTMLInputElement>('textbox', { name: 'API key' });
  expect(shown.value).toBe(secret);
  expect(shown).toHaveFocus();
  await waitFor(() => expect(row('Till').getByText('read:stock')).toBeVisible());
  const [call] = shop.callsOf('CreateApiKey');
  expect(call?.headers.get('idempotency-key')).toEqual(expect.any(String));
  const { input } = call?.variables as { input: { expiresAt: string } };
  const days = (new Date(input.expiresAt).getTime() - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  await user.click(main().getByRole('button', { name: 'Copy' }));
  await findToast('The key is copied');
  await user.click(main().getByRole('button', { name: 'Done' }));
  expect(document.body.innerHTML).not.toContain(secret);
});

test('another key does not replace one that is not copied yet', async () => {
  const { user } = await openKeys();
  for (const name of ['Till', 'Warehouse']) {
    await fill(user, main().getByRole('textbox', { name: 'What is it for?' }), name);
    await user.click(box(/^read:stock/));
    await user.click(await make());
    await waitFor(() => expect(rows().some((each) => each.textContent.includes(name))).toBe(true));
  }
  const shown = main().getAllByRole('textbox', { name: 'API key' });
  expect(shown).toHaveLength(2);
  expect(shown[0]).toHaveAccessibleDescription(/Warehouse keeps its secrets/);
  expect(shown[1]).toHaveAccessibleDescription(/Till keeps its secrets/);
  await user.click(main().getAllByRole('button', { name: 'Done' })[0] as HTMLElement);
  expect(main().getByRole('textbox', { name: 'API key' })).toHaveAccessibleDescription(/Till/);
});

test('a retry after a lost answer is the same request, down to the expiry', async () => {
  const { user, shop } = await openKeys();
  await fill(user, main().getByRole('textbox', { name: 'What is it for?' }), 'Till');
  await user.click(box(/^read:stock/));
  shop.intercept('CreateApiKey', offline);
  await user.click(await make());
  expect(await main().findByText('The key could not be made. Please try again.')).toBeVisible();
  shop.intercept('CreateApiKey', undefined);
  await user.click(await make());
  await main().findByRole('textbox', { name: 'API key' });
  const [first, second] = shop.callsOf('CreateApiKey');
  expect(second?.variables).toEqual(first?.variables);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});

test('leaving an uncopied key or typed input asks for confirmation, once', async () => {
  const { user } = await openKeys();
  const purpose = () => main().getByRole('textbox', { name: 'What is it for?' });
  const leave = () => user.click(footer().getByRole('link', { name: 'Shipping' }));
  const stay = async (detail: string) => {
    const questions = await screen.findAllByRole('alertdialog', { name: 'Leave without saving?' });
    expect(questions.map((question) => within(question).getByRole('paragraph').textContent)).toEqual([detail]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await make();
  await fill(user, purpose(), 'Till');
  await user.click(box(/^read:stock/));
  await user.click(await make());
  await main().findByRole('textbox', { name: 'API key' });
  await leave();
  await stay('What is shown only this once is not copied yet.');
  await fill(user, purpose(), 'Half typed');
  await leave();
  await stay('The key is not made yet.');
  await fill(user, purpose(), '');
  await leave();
  await stay('What is shown only this once is not copied yet.');
  await user.click(main().getByRole('button', { name: 'Copy' }));
  await findToast('The key is copied');
  await leave();
  await findHeading('Shipping');
});

test('invalid input is reported at its field, a server error in the form', async () => {
  const { user, shop } = await openKeys();
  await user.click(await make());
  expect(await main().findByText('Name is required')).toBeVisible();
  expect(main().getByText('Choose what the key may do')).toBeVisible();
  expect(shop.callsOf('CreateApiKey')).toEqual([]);
  await user.type(main().getByRole('textbox', { name: 'What is it for?' }), 'Till');
  await user.click(await make());
  await waitFor(() => expect(box(/^read:products/)).toHaveFocus());
  expect(box(/^read:products/)).toBeInvalid();
  await user.click(box(/^read:stock/));
  await waitFor(() => expect(box(/^read:products/)).toBeValid());
  shop.intercept('CreateApiKey', refuse('The shop has 100 API keys. Revoke one first.'));
  await user.click(await make());
  expect(await main().findByText('The shop has 100 API keys. Revoke one first.')).toBeVisible();
});

test('a scope that returns buyers also checks read:orders, and is unchecked with it', async () => {
  const { user } = await openKeys();
  await make();
  await user.click(box(/^write:orders/));
  expect(box(/^read:orders/)).toBeChecked();
  await user.click(box(/^write:refunds/));
  await user.click(box(/^read:orders/));
  for (const name of [/^read:orders/, /^write:orders/, /^write:refunds/]) expect(box(name)).not.toBeChecked();
});

test('a key is revoked after confirmation, and an expired key has no Revoke button', async () => {
  const ended = newKey({ id: 'e', name: 'Old till', isLive: false, expiresAt: '2026-11-01T00:00:00.000Z' });
  const { user, shop } = await openKeys(newKey(), ended);
  expect(row('Old till').getByText('Expired')).toBeVisible();
  expect(row('Old till').queryByRole('button', { name: 'Revoke' })).toBeNull();
  await user.click(row('Warehouse').getByRole('button', { name: 'Revoke' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/whatever uses it is refused from now on/)).toBeVisible();
  shop.intercept('RevokeApiKey', refuse('Not now.'));
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  await findToast('Not now.');
  shop.intercept('RevokeApiKey', undefined);
  await user.click(row('Warehouse').getByRole('button', { name: 'Revoke' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  await findToast('"Warehouse" is revoked');
  await waitFor(() => expect(row('Warehouse').getByText('Revoked')).toBeVisible());
});

test('a creation whose response has no key says that the key is lost and how to replace it', async () => {
  const { user, shop } = renderApp('/dashboard/apiKeys', {
    as: 'admin',
    resolvers: { apiKeys: () => pageOf([]), createApiKey: () => ({ apiKey: newKey(), key: null }) },
  });
  await user.type(await main().findByRole('textbox', { name: 'What is it for?' }), 'Till');
  await user.click(box(/^read:stock/));
  await user.click(await make());
  expect(await main().findByRole('heading', { name: 'The key is lost' })).toBeVisible();
  expect(main().getByText(/Revoke it below and make another one/)).toBeVisible();
  expect(shop.callsOf('CreateApiKey')).toHaveLength(1);
});
