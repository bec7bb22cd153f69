import type { FormikErrors, FormikTouched } from 'formik';
import { type FocusEvent, type FormEvent, useRef } from 'react';

interface Form<Values> {
  values: Values;
  errors: FormikErrors<Values>;
  touched: FormikTouched<Values>;
  isSubmitting: boolean;
  setFieldTouched(field: string): unknown;
  setFieldValue(field: string, value: unknown): unknown;
  submitForm(): Promise<unknown>;
}

/** One of the form's texts, as a FormField wants it. */
export function fieldProps<Name extends string, Values extends Record<Name, string>>(form: Form<Values>, name: Name) {
  const error: unknown = form.touched[name] ? form.errors[name] : undefined;
  return {
    name,
    value: form.values[name],
    error: typeof error === 'string' ? error : undefined,
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!isSubmitButton(relatedTarget)) void form.setFieldTouched(name);
    },
    onChange: (value: string) => void form.setFieldValue(name, value),
  };
}

/** Whoever is pressing it is told what is wrong by the submit; an error that comes before moves the button from under the pointer. */
function isSubmitButton(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement && target.type === 'submit';
}

/** Submits once at a time; afterwards the cursor stands in the first wrong field. */
export function useFormSubmit({ isSubmitting, submitForm }: Pick<Form<unknown>, 'isSubmitting' | 'submitForm'>) {
  const ref = useRef<HTMLFormElement>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    void submitForm().then(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return { ref, noValidate: true, onSubmit };
}
