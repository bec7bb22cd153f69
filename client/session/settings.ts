export interface Settings {
  mode: 'embedded' | 'firebase';
  firebase: { projectId: string; apiKey: string; authDomain: string };
  authEmulatorUrl: string | null;
  playground: boolean;
  /** Whether the identity emulator has the demo accounts (`DEMO_DATA`). */
  demoAccounts: boolean;
  /** How long messages of the contact page are stored. */
  contactRetentionDays: number;
  /** False (`OUTBOUND`): the shop sends neither mails nor webhooks. Older servers omit it. */
  outbound?: boolean;
  /** The payment provider; 'none': buying is disabled. */
  paymentProvider: 'test' | 'stripe' | 'none';
  /** When the money of an order is taken. Older servers omit it. */
  captureAfterMinutes?: number | 'on-shipping';
  /** Stripe's publishable key; only with Stripe. */
  stripePublishableKey?: string;
}

let loading: Promise<Settings> | undefined;

/** Fetched at run time, so that one build serves every environment. A failed fetch is not cached. */
export function loadSettings(): Promise<Settings> {
  loading ??= fetch('/config.json')
    .then(async (response) => {
      if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
      return (await response.json()) as Settings;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
