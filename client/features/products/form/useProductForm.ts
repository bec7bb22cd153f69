import { useFormik } from 'formik';
import { type FocusEvent, useEffect, useState } from 'react';
import { apiErrorOf } from '../../../lib/apiError';
import { fieldProps, lockValues, useFormSubmit } from '../../../ui/formBinding';
import { useIdempotencyKey } from '../../../ui/useIdempotencyKey';

interface Settings<Values extends object> {
  initialValues: Values;
  /** Yup. */
  schema?: unknown;
  /** Sends the form with the headers of its input; its errors are shown as failures. */
  save: (values: Values, headersOf: (input: unknown) => Record<string, string>) => Promise<void>;
  fieldOf: (field: string | undefined) => keyof Values | undefined;
  onFailed: (error: unknown) => void;
}

interface Rejection<Values> {
  field: keyof Values;
  value: unknown;
  message: string;
}

/** A form that keeps its input until it is saved; a server error stays at its field until the value changes. */
export function useProductForm<Values extends object>(settings: Settings<Values>) {
  const { initialValues, schema, save, fieldOf, onFailed } = settings;
  const key = useIdempotencyKey();
  const [rejection, setRejection] = useState<Rejection<Values>>();
  const [isSaving, setSaving] = useState(false);
  const formik = useFormik<Values>({
    initialValues,
    validationSchema: schema,
    onSubmit: async (values) => {
      setRejection(undefined);
      setSaving(true);
      try {
        await save(values, key.headers).finally(() => setSaving(false));
        key.renew();
      } catch (error) {
        key.afterFailure(error);
        const refusal = apiErrorOf(error);
        const field = fieldOf(refusal?.field);
        if (refusal && field) setRejection({ field, value: values[field], message: refusal.message });
        onFailed(error);
      }
    },
  });
  const form = lockValues(formik, isSaving);
  const submit = useFormSubmit(form);
  useEffect(() => {
    if (rejection) submit.ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [rejection, submit.ref]);

  /** A text value of the form, as FormField props. */
  function bind<Name extends keyof Values & string>(name: Name) {
    const props = fieldProps(form as never, name as never);
    const isRejected = rejection?.field === name && rejection.value === form.values[name];
    return {
      ...props,
      error: props.error ?? (isRejected ? rejection.message : undefined),
    } as TextProps;
  }
  return { form, submit, bind };
}

/** The form as FormField needs it. */
export interface TextProps {
  name: string;
  value: string;
  error: string | undefined;
  onBlur: (event: FocusEvent) => void;
  onChange: (value: string) => void;
}
