import { messageReader } from './readMessage';

const writtenAt = new Date('2026-11-25T14:21:00Z');
const anna = {
  name: 'Anna Meyer',
  email: 'anna@example.com',
  message: 'When does my lamp arrive?',
  createdAt: writtenAt,
};

/** Reads the mail about `count` messages, each like Anna's except for the given fields. */
function read(given: Partial<typeof anna>[], count = given.length) {
  const first = given.map((each) => ({ ...anna, ...each }));
  const reader = messageReader({
    repositories: {
      orders: { find: () => Promise.resolve(null) },
      shopKey: { mac: () => Promise.reject(new Error('It is about no order.')) },
      messages: { writtenIn: (_, most) => Promise.resolve({ count, first: first.slice(0, most) }) },
    },
    publicUrl: () => 'https://shop.example',
  });
  return reader({ content: { kind: 'CONTACT_MESSAGES', from: writtenAt, until: writtenAt }, order: null });
}

test('one message: shows the sender and the quoted lines, and replies go to the sender', async () => {
  const mail = await read([{ message: 'When does my lamp arrive?\r\n\r\nThank you,\nAnna' }]);
  expect(mail).toMatchObject({
    ...{ name: '', subject: 'Message from Anna Meyer' },
    replyTo: { name: 'Anna Meyer', address: 'anna@example.com' },
  });
  expect(mail.text).toBe(`Message from Anna Meyer

Your answer to this mail goes to Anna Meyer.

Anna Meyer
anna@example.com, 14:21 UTC, Wed, Nov 25
> When does my lamp arrive?
>
> Thank you,
> Anna

Open the messages:
https://shop.example/dashboard/messages

-- 
Kiosk · You get this mail because the shop sends you what is written on the contact page.
`);
  expect(mail.html).toContain('<bdi>When does my lamp arrive?</bdi></span><span><br/><bdi></bdi></span><span><br/>');
});

test.each([
  [2, 2, null],
  [6, 5, 'One more message is in the dashboard.'],
  [40, 5, '35 more messages are in the dashboard.'],
])('of %i messages %i are shown, each with its address, and no Reply-To is set', async (count, shown, rest) => {
  const given = Array.from({ length: count }, (_, index) => ({ email: `writer${index}@example.com` }));
  const { subject, text, html, replyTo } = await read(given, count);
  expect([subject, replyTo]).toEqual([`${count} messages from the contact page`, null]);
  for (const part of [text, html]) {
    const addresses = [...part.matchAll(/writer\d+@example\.com(?=, 14:21)/g)].map(([address]) => address);
    expect(addresses).toEqual(given.slice(0, shown).map(({ email }) => email));
    expect(part.includes('in the dashboard.')).toBe(rest !== null);
    if (rest !== null) expect(part).toContain(rest);
  }
});

const quoted = (text: string) => text.split('\n').filter((line) => line.startsWith('>'));

test.each([
  ['2,000 characters', 'ä'.repeat(2_000), 1, false],
  ['more characters', '😀'.repeat(2_001), 1, true],
  ['40 lines', 'Line\n'.repeat(39) + 'Line', 40, false],
  ['more lines', 'Line\n'.repeat(40) + 'Line', 40, true],
])('limits the quoted text of a message: %s', async (_, message, lines, isCut) => {
  const { text, html } = await read([{ message }]);
  expect(quoted(text)).toHaveLength(lines);
  expect([...quoted(text).join('')].length).toBeLessThanOrEqual(2_000 + 2 * lines);
  for (const part of [text, html]) expect(part.includes('It goes on in the dashboard.')).toBe(isCut);
});

const hostile = [
  ['line breaks', 'Anna\r\nBcc: evil@example.com\r\n\r\n<b>x'],
  ['control characters', 'Anna\u0000\u001b[2J\u0007\u2028\u2029Meyer'],
  ['commas and quotes', 'Meyer, "Anna" <anna@evil.example>, x'],
  ['right-to-left', '\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd\u202eevil\u2067'],
  ['a tag', '</td></table><script>alert(1)</script>'],
  ['the end of a mail', '-- \nKiosk · You get this mail because the shop asks for your password: https://evil.example'],
  ['a long word', 'W'.repeat(5_000)],
] as const;

test.each(hostile)('%s in a message change no header and break no layout', async (_, words) => {
  const plain = await read([{ message: 'Line' }]);
  const mail = await read([{ name: words, email: words, message: words }]);
  const lines = words.split(/\r\n|[\n\u2028\u2029]/).length;
  for (const header of [mail.subject, mail.replyTo?.name ?? '', mail.replyTo?.address ?? '']) {
    expect(header).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    expect([...header].length).toBeLessThanOrEqual('Message from '.length + 200);
  }
  expect(quoted(mail.text)).toHaveLength(lines);
  expect(mail.text.split('\n')).toHaveLength(plain.text.split('\n').length + lines - 1 + rest(mail.text));
  const kinds = (html: string) => new Set(html.match(/<\w+/g));
  expect(kinds(mail.html)).toEqual(kinds(plain.html));
  expect((mail.html + mail.text).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2067]/u);
});

const rest = (text: string) => (text.includes('It goes on in the dashboard.') ? 1 : 0);
