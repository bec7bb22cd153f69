import type { NoticeSender } from './noticeSender';

interface Forged {
  /** The notice's own if missing. */
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}

const secondsAgo = (seconds: number) => new Date(Date.now() - 1_000 * seconds);

/** Deliveries of a notice that its provider has not sent, for any provider's form of it. */
export const noticeForgeries: readonly (readonly [title: string, (sender: NoticeSender, body: string) => Forged])[] = [
  ['without a signature', () => ({ headers: {} })],
  [
    'signed with another secret',
    (sender, body) => ({ headers: sender.signatureOf(body, new Date(), 'whsec_guessed') }),
  ],
  ['signed 301 s ago', (sender, body) => ({ headers: sender.signatureOf(body, secondsAgo(301)) })],
  ['signed 302 s from now', (sender, body) => ({ headers: sender.signatureOf(body, secondsAgo(-302)) })],
  [
    're-encoded on its way',
    (sender, body) => ({ body: JSON.stringify(JSON.parse(body), null, 1), headers: sender.signatureOf(body) }),
  ],
  [
    'of another body',
    (sender, body) => ({ body: body.replace('"id":"', '"id":"x'), headers: sender.signatureOf(body) }),
  ],
  ['with its time changed', (sender, body) => ({ headers: withOtherTime(sender.signatureOf(body)) })],
];

const withOtherTime = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, signature]) => [
      name,
      signature.replace(/t=\d+/, (text) => text.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))),
    ]),
  );
