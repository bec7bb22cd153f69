/** The parts of Stripe's element that the shop uses. */
interface FakeElement {
  readonly on: (event: string, listener: (event?: unknown) => void) => FakeElement;
  readonly off: () => FakeElement;
  readonly mount: (place: HTMLElement) => void;
  readonly focus: () => void;
  readonly update: () => void;
  readonly unmount: () => void;
  readonly destroy: () => void;
}

interface Confirmation {
  readonly clientSecret: string;
  readonly confirmParams: { readonly return_url: string };
  readonly redirect: string;
}

interface FakeError {
  readonly type: string;
  readonly message: string;
}

interface Confirmed {
  readonly error?: FakeError;
}

/** A double of Stripe.js: its form loads immediately, and the test determines the results of its calls. */
export function createFakeStripe() {
  const calls = {
    options: [] as Record<string, unknown>[],
    updates: [] as Record<string, unknown>[],
    submitted: 0,
    confirmed: [] as Confirmation[],
    asked: [] as string[],
    focused: 0,
  };
  const state = {
    loadsForm: true,
    incomplete: undefined as FakeError | undefined,
    /** Chooses a method of payment in the form. */
    choose: (_method: string): void => undefined,
    /** Settles when the form has been checked. */
    checked: Promise.resolve(),
    confirm: (): Confirmed | Promise<Confirmed> => ({}),
    answerBank: (): Confirmed | Promise<Confirmed> => ({}),
  };
  const element: FakeElement = {
    on(event, listener) {
      const comes = state.loadsForm ? 'ready' : 'loaderror';
      if (event === 'change') state.choose = (type) => listener({ complete: true, value: { type } });
      if (event === comes) queueMicrotask(() => listener({ elementType: 'payment', error: { type: 'api_error' } }));
      return element;
    },
    off: () => element,
    mount: (place) => void place.append('Card fields of Stripe'),
    focus: () => void (calls.focused += 1),
    update: () => undefined,
    unmount: () => undefined,
    destroy: () => undefined,
  };
  const elements = {
    create: () => element,
    getElement: () => element,
    update: (options: Record<string, unknown>) => void calls.updates.push(options),
    submit: async () => {
      calls.submitted += 1;
      await state.checked;
      return state.incomplete ? { error: state.incomplete } : {};
    },
  };
  const stripe = {
    elements(options: Record<string, unknown>) {
      calls.options.push(options);
      return elements;
    },
    confirmPayment(confirmation: Confirmation & { elements: object }) {
      const { clientSecret, confirmParams, redirect } = confirmation;
      calls.confirmed.push({ clientSecret, confirmParams, redirect });
      return Promise.resolve(state.confirm());
    },
    handleNextAction({ clientSecret }: { clientSecret: string }) {
      calls.asked.push(clientSecret);
      return Promise.resolve(state.answerBank());
    },
    // react-stripe-js recognizes it by these.
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
  };
  return { stripe, calls, state };
}

/** Set by the server in the head of documents whose CSP allows Stripe. */
export function openDocumentForPayments(): void {
  const mark = document.createElement('meta');
  mark.name = 'payments';
  mark.content = 'open';
  document.head.append(mark);
}

export function closeDocumentForPayments(): void {
  for (const mark of document.querySelectorAll('meta[name="payments"]')) mark.remove();
}
