import type { FormikErrors, FormikTouched } from 'formik';
import { type FocusEvent, type FormEvent, useEffect, useRef } from 'react';
import { afterPress } from './afterPress';

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
      if (!isSubmitButton(relatedTarget)) afterPress(() => void form.setFieldTouched(name));
    },
    onChange: (value: string) => void form.setFieldValue(name, value),
  };
}

/** Whoever is pressing it is told what is wrong by the submit; an error that comes before moves the button from under the pointer. */
function isSubmitButton(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement && target.type === 'submit';
}

/** A button that was disabled while it was pressed has lost the focus; one that still is leaves it to what it stands in. */
function focusAgain(element: HTMLElement): void {
  element.focus();
  const around = element.parentElement;
  if (document.activeElement === element || !around) return;
  around.tabIndex = -1;
  around.focus();
}

/** Submits once at a time; afterwards the cursor stands in the first wrong field, or where it stood. */
export function useFormSubmit({ isSubmitting, submitForm }: Pick<Form<unknown>, 'isSubmitting' | 'submitForm'>) {
  const ref = useRef<HTMLFormElement>(null);
  const held = useRef<Element>(null);
  useEffect(() => {
    const before = held.current;
    if (isSubmitting || !(before instanceof HTMLElement)) return;
    held.current = null;
    // Whoever has moved on meanwhile is not called back.
    if (ref.current?.contains(before) && document.activeElement === document.body) focusAgain(before);
  }, [isSubmitting]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    held.current = document.activeElement;
    void submitForm().then(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return { ref, noValidate: true, onSubmit };
}
