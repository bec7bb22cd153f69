import { useApolloClient } from '@apollo/client/react';
import { useFormik, yupToFormErrors } from 'formik';
import { useEffect, useRef, useState } from 'react';
import type { UpdateCheckoutInput } from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { emailPattern } from '../../lib/emailPattern';
import { logFailure } from '../../lib/logFailure';
import { createSerialQueue } from '../../lib/serialQueue';
import { addressFields, addressInput, checkoutSchema, type CheckoutValues, type Country, valuesOf } from './address';
import { type Checkout, updateCheckout } from './checkoutApi';
import { recallCheckout, rememberCheckout } from './checkoutMemory';
import type { FieldProblem } from './fieldProblem';

const saveAfterMs = 500;

export interface SaveOptions {
  readonly always?: boolean;
}

/** The part of the input that can be saved so far. */
function inputOf(id: string, values: CheckoutValues): UpdateCheckoutInput {
  const email = values.email.trim();
  return {
    id,
    ...(emailPattern.test(email) && { email }),
    ...(values.countryCode !== '' && { shippingAddress: addressInput(values) }),
  };
}

const nameOf = (field: string): string => field.replace('shippingAddress.', '');

interface Parts {
  checkout: Checkout;
  countries: readonly Country[];
  onChange: (checkout: Checkout) => void;
}

/** Contact and address. Input is saved while it is typed, so that the sums are current and nothing is lost. */
export function useCheckoutForm({ checkout, countries, onChange }: Parts) {
  const client = useApolloClient();
  const saved = useRef('');
  // Responses that overtake each other would restore an earlier method and total.
  const [enqueue] = useState(createSerialQueue);
  const [initialValues] = useState(
    () => recallCheckout(checkout.id).draft ?? valuesOf(checkout.email, checkout.shippingAddress),
  );
  const form = useFormik<CheckoutValues>({
    initialValues,
    validate: (values) =>
      checkoutSchema(countries.find(({ code }) => code === values.countryCode))
        .validate(values, { abortEarly: false })
        .then(
          () => ({}),
          (error: unknown) => yupToFormErrors<CheckoutValues>(error),
        ),
    onSubmit: () => undefined,
  });
  const { values } = form;
  const country = countries.find(({ code }) => code === values.countryCode);

  const labels: Readonly<Record<string, string>> = {
    email: 'Email',
    countryCode: 'Country',
    fullName: 'Full name',
    streetLine2: 'Apartment, floor',
    phoneNumber: 'Phone',
    ...(country && Object.fromEntries(addressFields(country).map(({ name, label }) => [name, label]))),
  };
  const problemOf = (name: string, message: string): FieldProblem => ({ name, label: labels[name] ?? name, message });

  function problemsOf(errors: object): FieldProblem[] {
    return Object.entries(errors).map(([name, message]) => problemOf(name, String(message)));
  }

  /** Skips unchanged input, unless `always`: another tab may have saved something else meanwhile. */
  async function save(to: Checkout, { always = false }: SaveOptions = {}): Promise<Checkout> {
    const input = inputOf(to.id, values);
    const key = JSON.stringify(input);
    if (Object.keys(input).length === 1) return to;
    return enqueue(async () => {
      if (key === saved.current && !always) return to;
      const next = await updateCheckout(client, input);
      saved.current = key;
      onChange(next);
      return next;
    });
  }

  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });
  useEffect(() => {
    rememberCheckout(checkout.id, { draft: values });
    if (checkout.status !== 'OPEN') return undefined;
    const timer = setTimeout(
      () =>
        void latestSave.current(checkout).catch((error: unknown) => {
          // A rejection is reported when 'Place order' is pressed.
          if (!apiErrorOf(error)) logFailure('Failed to save the checkout', error);
        }),
      saveAfterMs,
    );
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a response is not a reason to save again
  }, [values, checkout.id, checkout.status]);

  return {
    form,
    country,
    /** An address is saved on the server. */
    hasAddress: checkout.shippingAddress !== null,
    /** All current problems, also those that are not shown yet. */
    problems: problemsOf(form.errors),
    save,
    async check(): Promise<readonly FieldProblem[]> {
      await form.setTouched(Object.fromEntries(Object.keys(values).map((name) => [name, true])));
      return problemsOf(await form.validateForm());
    },
    /** Field errors of the server. */
    mark(problems: readonly { field: string | null; message: string }[]): readonly FieldProblem[] {
      const marked = problems.flatMap(({ field, message }) =>
        field !== null && nameOf(field) in values ? [problemOf(nameOf(field), message)] : [],
      );
      for (const { name, message } of marked) form.setFieldError(name, message);
      return marked;
    },
    chooseCountry(code: string): void {
      // A region of another country does not apply.
      void form.setValues({ ...values, countryCode: code, region: '' });
    },
    async chooseMethod(id: string): Promise<void> {
      onChange(await enqueue(() => updateCheckout(client, { id: checkout.id, shippingMethodId: id })));
    },
  };
}

export type CheckoutForm = ReturnType<typeof useCheckoutForm>;
