/** What the buyer's browser receives: Stripe's status of the payment, or why it was refused. */
export interface BrowserAnswer {
  readonly status?: string;
  readonly error?: { readonly type: string; readonly code?: string; readonly decline_code?: string };
}

async function ask(url: string, fields: Record<string, string>): Promise<BrowserAnswer> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  return (await response.json()) as BrowserAnswer;
}

/** The buyer enters a card and submits: `confirmPayment` of Stripe.js, which calls Stripe and not the shop. */
export const payAtStripe = (url: string, clientSecret: string, number = '4242424242424242') =>
  ask(`${url}/browser/pay`, { client_secret: clientSecret, number });

/** Answers 3-D Secure. */
export const answerBankAtStripe = (url: string, clientSecret: string, isConfirmed: boolean) =>
  ask(`${url}/browser/bank`, { client_secret: clientSecret, confirmed: String(isConfirmed) });
