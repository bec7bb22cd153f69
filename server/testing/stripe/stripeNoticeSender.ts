import Stripe from 'stripe';
import type { StripeSettings } from '../../env';
import type { ProviderName } from '../../payments/provider';
import { NoticeSender, type NoticeTarget } from '../noticeSender';
import type { Answer } from '../startTestServer';
import type { StripeEvent } from './stripeNotices';

/** Used only to sign. */
const { webhooks } = new Stripe('sk_test_unused');

/** Sends notices like Stripe: those of the fakes, and others. */
export class StripeNoticeSender extends NoticeSender {
  protected override readonly provider: ProviderName = 'stripe';

  constructor(server: NoticeTarget, { webhookSecrets: [secret = ''] }: Pick<StripeSettings, 'webhookSecrets'>) {
    super(server);
    this.secret = secret;
  }

  /** It is a setting. */
  override async learnSecret(): Promise<void> {}

  override bodyOf(id: string, providerId: string, kind = 'payment_intent.amount_capturable_updated'): string {
    const object = { id: providerId, object: 'payment_intent', status: 'requires_capture' };
    return JSON.stringify({ id, object: 'event', type: kind, data: { object } });
  }

  override signatureOf(body: string, at = new Date(), secret = this.secret): Record<string, string> {
    const timestamp = Math.floor(at.getTime() / 1_000);
    return { 'stripe-signature': webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
  }

  sendEvent(event: StripeEvent): Promise<Answer> {
    const body = JSON.stringify(event);
    return this.post(body, this.signatureOf(body));
  }
}
