import { createTransport } from 'nodemailer';
import type { MailSettings } from '../env';
import { isLoopbackHost } from '../text/isLoopbackHost';
import { plainLine } from './plainText';
import type { ReadMessage } from './readMessage';

export interface OutgoingMail extends ReadMessage {
  readonly recipient: string;
  /** Without angle brackets. */
  readonly messageId: string;
  readonly date: Date;
}

/** DEFERRED: unknown, or the server asks to retry later. */
export type SendResult =
  { readonly outcome: 'SENT' } | { readonly outcome: 'DEFERRED' | 'REFUSED'; readonly reason: string };

export interface MailTransport {
  /** Never rejects. */
  readonly deliver: (mail: OutgoingMail, signal: AbortSignal) => Promise<SendResult>;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };
const noAccess = { disableFileAccess: true, disableUrlAccess: true };

export function openTransport(smtpUrl: string, limits: typeof timeouts) {
  const { username, hostname } = new URL(smtpUrl);
  // Passwords require TLS.
  const requireTLS = username !== '' && !isLoopbackHost(hostname);
  return createTransport({ url: smtpUrl, ...limits, ...noAccess, ...(requireTLS && { requireTLS }) });
}

/** One connection per message: the volume is low, and no message is queued in memory only. */
export function createSmtpTransport({ smtpUrl, from }: Pick<MailSettings, 'smtpUrl' | 'from'>): MailTransport {
  const transport = openTransport(smtpUrl, timeouts);
  return {
    async deliver({ name, recipient, replyTo, messageId, date, subject, text, html }, signal) {
      try {
        await transport.sendMail({
          ...{ from, to: { name, address: recipient }, subject: plainLine(subject), text, html, date, signal },
          ...(replyTo && { replyTo: { name: replyTo.name, address: replyTo.address } }),
          messageId: `<${messageId}>`,
          // Suppresses out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...noAccess,
        });
        return { outcome: 'SENT' };
      } catch (error) {
        return classifyError(error);
      }
    },
  };
}

interface SmtpError {
  readonly message: string;
  readonly code?: string;
  /** What the server was asked. */
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

const sentences: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server refused the login.',
  ETLS: 'There is no safe connection to the mail server.',
  EABORT: 'The mail server did not answer in time.',
  ETIMEDOUT: 'The mail server did not answer in time.',
};

const loginRequired = 530;
/** RFC 3463: system congestion or quota, which Gmail answers also after the content. */
const sendingLimit = /^\d{3}[ -]5\.4\.5\b/;
/**
 * Postfix and others tell a sender or a missing login only when they are told the recipient; SES, SendGrid and Exchange
 * Online tell a sender that is not verified or not the login's after the content.
 */
const refusedSender = [
  /\brelay(?:ing)? (?:access )?(?:denied|not permitted|prohibited)|unable to relay|client host/i,
  /sender address rejected|sender verify failed|send as this sender|SendAsDenied/i,
  /email address is not verified|verified sender identity|sending (?:paused|suspended)/i,
];

/** The sender is the same in every message: a quota, a suspended account or a missing login is fixed like a password. */
function isAboutAccount({ code, command, response = '', responseCode }: SmtpError): boolean {
  if (responseCode === loginRequired || sendingLimit.test(response)) return true;
  if (refusedSender.some((pattern) => pattern.test(response))) return true;
  return code === 'EENVELOPE' && command !== 'RCPT TO';
}

/** Only a rejection of this message is final: a wrong password, say, gets fixed, and the message is then sent. */
function classifyError(error: unknown): SendResult {
  const { code = '', message, response, responseCode } = error as SmtpError;
  const isAnswered = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (isAnswered && responseCode !== undefined) {
    const isFinal = responseCode >= 500 && !isAboutAccount(error as SmtpError);
    return { outcome: isFinal ? 'REFUSED' : 'DEFERRED', reason: plainLine(response ?? `${responseCode}`) };
  }
  if (isAnswered) return { outcome: 'REFUSED', reason: 'This cannot be an address of a mailbox.' };
  const isUnsafe = /certificate/i.test(message);
  // A server may refuse the whole conversation: the network of the shop, too many connections.
  const words = response === undefined ? 'The mail server cannot be reached.' : plainLine(response);
  return { outcome: 'DEFERRED', reason: sentences[isUnsafe ? 'ETLS' : code] ?? words };
}
