/** What the buyer's browser is told: Stripe's status of the payment, or why it was refused. */
export interface BrowserAnswer {
  readonly status?: string;
  readonly error?: { readonly type: string; readonly code?: string; readonly decline_code?: string };
}

async function ask(url: string, fields: Record<string, string>): Promise<BrowserAnswer> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  return (await response.json()) as BrowserAnswer;
}

/** The buyer types a card and presses the button: `confirmPayment` of Stripe.js, which asks Stripe and nobody of the shop. */
export const payAtStripe = (url: string, clientSecret: string, number = '4242424242424242') =>
  ask(`${url}/browser/pay`, { client_secret: clientSecret, number });

/** 3-D Secure. */
export const answerBankAtStripe = (url: string, clientSecret: string, isConfirmed: boolean) =>
  ask(`${url}/browser/bank`, { client_secret: clientSecret, confirmed: String(isConfirmed) });
