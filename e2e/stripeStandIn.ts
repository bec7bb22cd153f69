import type { Page } from '@playwright/test';

/**
 * A stand-in for Stripe.js, served in place of js.stripe.com, which cannot be reached and uses a cross-origin frame.
 * It has only what the shop uses: fields, `submit`, `confirmPayment` and the bank's dialog. It calls api.stripe.com
 * like the real one, so that the page's CSP is tested; the shop's fake Stripe answers.
 */
const script = `(() => {
  const ask = async (path, fields) => {
    const response = await fetch('https://api.stripe.com/browser/' + path, { method: 'POST', body: new URLSearchParams(fields) });
    return response.json();
  };
  const askBank = (clientSecret) => new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Bank');
    for (const [words, confirmed] of [['Confirm', true], ['Refuse', false]]) {
      const button = document.createElement('button');
      button.textContent = words;
      button.onclick = () => { dialog.remove(); resolve(ask('bank', { client_secret: clientSecret, confirmed: String(confirmed) })); };
      dialog.append(button);
    }
    document.body.append(dialog);
    dialog.showModal();
  });
  const settled = (answer) => answer.error ? { error: { message: 'Not what the shop says', ...answer.error } } : { paymentIntent: { status: answer.status } };
  function Stripe() {
    let input;
    const element = {
      on(event, listener) { if (event === 'ready') setTimeout(() => listener({ elementType: 'payment' })); return element; },
      off: () => element,
      mount(place) {
        const label = document.createElement('label');
        label.textContent = 'Card number of the stand-in ';
        input = document.createElement('input');
        label.append(input);
        place.append(label);
      },
      focus: () => input.focus(), update() {}, unmount() {}, destroy() {},
    };
    return {
      elements: () => ({
        create: () => element, getElement: () => element, update() {},
        submit: async () => input.value ? {} : { error: { type: 'validation_error', message: 'Your card number is incomplete.' } },
      }),
      async confirmPayment({ clientSecret }) {
        const answer = await ask('pay', { client_secret: clientSecret, number: input.value.replaceAll(' ', '') }).catch(() => ({ error: { type: 'api_connection_error' } }));
        return settled(answer.status === 'requires_action' ? await askBank(clientSecret) : answer);
      },
      handleNextAction: async ({ clientSecret }) => settled(await askBank(clientSecret)),
      createToken() {}, createPaymentMethod() {}, confirmCardPayment() {},
    };
  }
  window.Stripe = Object.assign(Stripe, { version: 'endive' });
})();`;

/** Serves js.stripe.com and api.stripe.com; returns the requests to them with the page that sent each. */
export async function standInForStripe(page: Page, fakeApi: string): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://js.stripe.com/**', async (route) => {
    asked.push(`${new URL(page.url()).pathname} ${route.request().url()}`);
    await route.fulfill({ contentType: 'text/javascript', body: script });
  });
  await page.route('https://api.stripe.com/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    try {
      const response = await route.fetch({ url: fakeApi + pathname });
      await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } });
    } catch {
      await route.abort();
    }
  });
  return asked;
}
