/** Stands in for Stripe.js and has only what the shop uses: the card's fields, `submit`, `confirmPayment`, the bank. */
(() => {
  /** A frame of a host of Stripe's: the page's policies decide whether it may be there and what it may do. */
  const openFrame = (url, title, height, place) => {
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: url, title, allow: 'payment *' });
    Object.assign(frame.style, { width: '100%', height, border: '0' });
    place.append(frame);
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    const ask = async (question) => {
      await loaded;
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
      frame.contentWindow.postMessage(question, new URL(url).origin, [port2]);
      return answer;
    };
    return ask;
  };

  const askBank = async (clientSecret) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Bank');
    document.body.append(dialog);
    const ask = openFrame('https://hooks.stripe.com/bank.html', 'Bank', '3rem', dialog);
    dialog.showModal();
    const { confirmed } = await ask({});
    // Not removed: Playwright's click waits for an answer of the frame.
    dialog.close();
    const body = new URLSearchParams({ client_secret: clientSecret, confirmed });
    return (await fetch('https://api.stripe.com/browser/bank', { method: 'POST', body })).json();
  };

  const settled = ({ status, error }) =>
    error ? { error: { message: 'Not what the shop says', ...error } } : { paymentIntent: { status } };

  function Stripe() {
    const listeners = {};
    let ask;
    const element = {
      on(event, listener) {
        listeners[event] = listener;
        return element;
      },
      off: () => element,
      mount(place) {
        ask = openFrame('https://js.stripe.com/card.html', 'Secure payment input frame', '5rem', place);
        ask({ kind: 'connect' }).then(() => listeners.ready?.({ elementType: 'payment' }));
      },
      focus: () => ask({ kind: 'focus' }),
      update() {},
      unmount() {},
      destroy() {},
    };
    return {
      elements: () => ({
        create: () => element,
        getElement: () => element,
        update() {},
        submit: () => ask({ kind: 'submit' }),
      }),
      async confirmPayment({ clientSecret }) {
        const answer = await ask({ kind: 'pay', clientSecret });
        return settled(answer.status === 'requires_action' ? await askBank(clientSecret) : answer);
      },
      handleNextAction: async ({ clientSecret }) => settled(await askBank(clientSecret)),
      createToken() {},
      createPaymentMethod() {},
      confirmCardPayment() {},
    };
  }
  window.Stripe = Object.assign(Stripe, { version: 'endive' });
})();
