import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expectAddress, fill, findHeading, main, row, rows, textsOf } from '../../testing/page';
import { newAdmin } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { pageOf } from '../../testing/builders';
import { refuse } from '../../testing/shop';

interface Paging {
  first: number;
  after: string | null;
}

const messageOf = (message: string, at: number) => ({
  ...{ id: `message-${at}`, name: 'Wim <b>Writer</b>', email: 'wim@example.com', message },
  createdAt: '2026-01-31T09:30:00.000Z',
});

test('M42: Settings show the configuration and the messages, as plain text, and link to the audit log', async () => {
  const mark = '<i>Marked</i>\nSecond line.';
  const messages = [messageOf(mark, 0)];
  const { user, shop, reload } = renderApp('/dashboard/settings', {
    as: 'admin',
    resolvers: { contactMessages: (paging: Paging) => pageOf(messages, paging), auditEntries: pageOf([]) },
  });
  shop.intercept('ContactMessages', refuse('Not now.'));
  expect((await main().findByRole('alert')).textContent).toBe('Not now.');
  shop.intercept('ContactMessages', undefined);
  await user.click(main().getByRole('button', { name: 'Try again' }));
  const message = () => row('Marked');
  await waitFor(message);
  const cells = message().getAllByRole('cell');
  expect(cells[1]).toHaveTextContent(/^Wim <b>Writer<\/b>wim@example.com$/);
  expect(cells[2]?.textContent).toBe(mark);
  expect(message().getByRole('link')).toHaveAttribute('href', 'mailto:wim@example.com');
  const configured = main().getByRole('region', { name: 'How this shop is configured' });
  for (const words of ['Demo: the embedded identity', 'On, at /playground', 'On orders over $50'])
    await waitFor(() => expect(configured).toHaveTextContent(words));

  for (let at = 1; at <= 24; at += 1) messages.unshift(messageOf(`Message ${at} of many.`, at));
  reload();
  await waitFor(() => expect(rows()).toHaveLength(24));
  await user.click(main().getByRole('button', { name: 'Next' }));
  for (const again of [false, true]) {
    if (again) reload();
    expect(await main().findByText(/^25–/)).toBeVisible();
    await waitFor(message);
  }
  await user.click(main().getByRole('link', { name: 'Open the audit log' }));
  const heading = await findHeading('Audit log');
  await waitFor(() => expect(heading).toHaveFocus());
});

interface AuditArguments extends Paging {
  filter: { actorEmail?: string | null; kind?: string | null; from?: string | null };
}

const eve = 'eve@example.com';
const entryOf = (actorEmail: string, at: number) => {
  const [before, after] = at % 2 === 0 ? ['admin', 'user'] : ['user', 'admin'];
  return {
    ...{ id: `entry-${at}`, kind: 'CHANGE_USER_ROLE', actorUid: 'uid', actorEmail, subject: eve, subjectId: 'eve' },
    ...{ changes: [{ field: 'role', before, after }], outcome: 'DONE', requestId: 'request' },
    startedAt: '2026-01-31T09:30:00.000Z',
  };
};

test('the audit log shows actor, subject and changes, filtered by person, kind and day', async () => {
  const admin = newAdmin();
  const entries = [entryOf(admin.email, 0), entryOf(admin.email, 1)];
  const { user, shop, reload } = renderApp('/dashboard/audit', {
    as: admin,
    resolvers: {
      auditEntries: ({ filter, ...paging }: AuditArguments) => {
        const { actorEmail, kind, from } = filter;
        const found = entries.filter(
          (entry) =>
            (!actorEmail || entry.actorEmail === actorEmail) &&
            (!kind || entry.kind === kind) &&
            (!from || entry.startedAt >= from),
        );
        return pageOf(found, paging);
      },
    },
  });
  await waitFor(() => expect(rows()).toHaveLength(2));
  const cells = within(rows()[0] as HTMLElement).getAllByRole('cell');
  expect(textsOf(cells).slice(1, 6)).toEqual([
    admin.email,
    'Changed a role',
    eve,
    'rolebefore: admin → after: user',
    'Done',
  ]);
  const person = main().getByRole('searchbox', { name: 'E-mail of the person' });
  await fill(user, person, 'admin@');
  expect(await main().findByText('Type the whole e-mail address of a person.')).toBeVisible();
  await fill(user, person, admin.email);
  await user.selectOptions(main().getByRole('combobox', { name: 'Kind' }), 'Changed a role');
  await expectAddress(`/dashboard/audit?person=${encodeURIComponent(admin.email)}&kind=CHANGE_USER_ROLE`);
  await waitFor(() => expect(rows()).toHaveLength(2));
  fireEvent.change(main().getByLabelText('From'), { target: { value: '2026-02-02' } });
  expect(await main().findByText('No entries found')).toBeVisible();
  shop.intercept('AuditEntries', refuse('The log is locked.'));
  reload();
  expect((await main().findByRole('alert')).textContent).toBe('The log is locked.');
  shop.intercept('AuditEntries', undefined);
  await user.click(main().getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await expectAddress('/dashboard/audit');

  // The place of a page is kept too.
  for (let at = 2; at < 28; at += 1) entries.unshift(entryOf(admin.email, at));
  reload();
  await waitFor(() => expect(rows()).toHaveLength(24));
  await user.click(main().getByRole('button', { name: 'Next' }));
  for (const again of [false, true]) {
    if (again) reload();
    expect(await main().findByText(/^25–/)).toBeVisible();
    await waitFor(() => expect(rows()).toHaveLength(4));
  }
  history.back();
  await waitFor(() => expect(rows()).toHaveLength(24));
  expect(screen.getByText(/^1–24 of 28$/)).toBeVisible();
});
