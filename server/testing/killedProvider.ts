import type { Repositories } from '../collections/repositories';
import type { StripeSettings } from '../env';
import type { PaymentProvider } from '../payments/provider';
import { createStripeProvider } from '../payments/stripe/stripeProvider';
import { outsideProviderAt, payOutside, type Omission } from './outsideProvider';
import { payAtStripe } from './stripe/buyersBrowser';
import { silentLog } from './silentLog';

/** How a process reaches the provider whose ledger is outside of everything that is killed. */
export type ToldProvider =
  | { readonly name: 'outside'; readonly url: string; readonly omission: Omission }
  | { readonly name: 'stripe'; readonly settings: StripeSettings };

interface Sides {
  readonly provider: PaymentProvider;
  /** Pays like the buyer's browser. */
  readonly pay: (secret: string, isDeclined: boolean) => Promise<unknown>;
}

export function sidesOf(
  told: ToldProvider,
  { stripePayments: payments }: Pick<Repositories, 'stripePayments'>,
  now: () => Date,
): Sides {
  if (told.name === 'outside')
    return {
      provider: outsideProviderAt(told.url, told.omission),
      pay: (secret, isDeclined) => payOutside(told.url, secret, isDeclined),
    };
  const { settings } = told;
  return {
    provider: createStripeProvider({ settings, payments, now, log: silentLog }),
    pay: (secret, isDeclined) =>
      payAtStripe(settings.apiBase ?? '', secret, isDeclined ? '4000000000000002' : '4242424242424242'),
  };
}
