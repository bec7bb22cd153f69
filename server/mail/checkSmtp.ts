import type { MailSettings } from '../env';
import { openTransport } from './smtpTransport';

const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 8_000, dnsTimeout: 8_000 };

/**
 * Health check: whether the mail server takes the conversation, offers TLS where required, and accepts the login; sends
 * no mail. Whether it takes mail without a login it says only when it is handed one.
 */
export async function checkSmtp(settings: Pick<MailSettings, 'smtpUrl' | 'from'>): Promise<{
  readonly fault: 'unreachable' | 'invalid-credentials';
  readonly error: unknown;
} | null> {
  const transport = openTransport(settings.smtpUrl, timeouts);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const { code = '' } = error as { readonly code?: string };
    return { fault: code === 'EAUTH' ? 'invalid-credentials' : 'unreachable', error };
  } finally {
    transport.close();
  }
}
