import type { StripeSettings } from '../../env';
import { JoiningProxy } from './joiningProxy';
import { Localstripe } from './localstripe';
import { startLocalstripe, startStripeMock } from './programs';
import { StripeAccount } from './stripeAccount';
import { StripeNotices } from './stripeNotices';

export interface StripeFakes {
  readonly proxy: JoiningProxy;
  readonly account: StripeAccount;
  readonly local: Localstripe;
  readonly notices: StripeNotices;
  /** Settings by which the shop reaches the proxy. */
  readonly settings: StripeSettings;
  /** Clears payments, faults and keys. */
  readonly clear: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Options {
  readonly foundAfterMs?: () => number;
}

const webhookSecret = 'whsec_ofTheFakes';

/** stripe-mock, localstripe and the proxy that joins them, each at a separate port. */
export async function startStripeFakes({ foundAfterMs = () => 0 }: Options = {}): Promise<StripeFakes> {
  const [stripeMock, localstripe] = await Promise.all([startStripeMock(), startLocalstripe()]);
  const local = new Localstripe(localstripe.url);
  const notices = new StripeNotices();
  const account = new StripeAccount(local, { foundAfterMs, onEvent: notices.make });
  const proxy = new JoiningProxy(account, stripeMock.url);
  await proxy.start();
  return {
    ...{ proxy, account, local, notices },
    settings: {
      ...{ name: 'stripe', secretKey: 'sk_test_ofTheFakes', publishableKey: 'pk_test_ofTheFakes' },
      ...{ webhookSecrets: [webhookSecret], apiBase: proxy.url },
    },
    clear: async () => {
      await local.clear();
      account.clear();
      proxy.clear();
      notices.clear();
    },
    stop: async () => {
      await proxy.stop();
      await Promise.all([stripeMock.stop(), localstripe.stop()]);
    },
  };
}
