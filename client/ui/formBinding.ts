import type { FormikErrors, FormikTouched } from 'formik';
import { type FocusEvent, type FormEvent, useEffect, useRef } from 'react';
import { afterPointerUp } from './afterPointerUp';

interface Form<Values> {
  values: Values;
  errors: FormikErrors<Values>;
  touched: FormikTouched<Values>;
  isSubmitting: boolean;
  submitCount: number;
  setFieldTouched(field: string): unknown;
  setFieldValue(field: string, value: unknown): unknown;
  submitForm(): Promise<unknown>;
}

/** Binds a text value of a Formik form to a FormField. */
export function fieldProps<Name extends string, Values extends Record<Name, string>>(form: Form<Values>, name: Name) {
  const error: unknown = form.touched[name] ? form.errors[name] : undefined;
  return {
    name,
    value: form.values[name],
    error: typeof error === 'string' ? error : undefined,
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!isSubmitButton(relatedTarget)) afterPointerUp(() => void form.setFieldTouched(name));
    },
    onChange: (value: string) => void form.setFieldValue(name, value),
  };
}

/**
 * While it is saved a form keeps its values: it is cleared afterwards, with what would be typed meanwhile. Fields are not
 * disabled, because that takes the focus away. Its reset ends it, and so does a refusal, together with its message.
 */
export function lockValues<F extends { isSubmitting: boolean }>(form: F, isSaving: boolean): F {
  const keep = () => Promise.resolve();
  return isSaving && form.isSubmitting ? { ...form, setFieldValue: keep, setValues: keep } : form;
}

/** Submit validates anyway; an error shown on blur would move the button from under the pointer. */
function isSubmitButton(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement && target.type === 'submit';
}

/** For a button that lost the focus by being disabled; if it still is disabled its parent gets the focus. */
function focusAgain(element: HTMLElement): void {
  element.focus();
  const around = element.parentElement;
  if (document.activeElement === element || !around) return;
  around.tabIndex = -1;
  around.focus();
}

/** One submit at a time; afterwards focuses the first invalid field, or restores the focus. */
export function useFormSubmit({
  isSubmitting,
  submitCount,
  submitForm,
}: Pick<Form<unknown>, 'isSubmitting' | 'submitCount' | 'submitForm'>) {
  const ref = useRef<HTMLFormElement>(null);
  const focusedBefore = useRef<Element>(null);
  useEffect(() => {
    const [form, before] = [ref.current, focusedBefore.current];
    if (isSubmitting || !form || !before) return;
    focusedBefore.current = null;
    const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    // Unless the user has moved the focus meanwhile.
    else if (document.activeElement === document.body && form.contains(before)) focusAgain(before as HTMLElement);
  }, [isSubmitting, submitCount]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    focusedBefore.current = document.activeElement;
    void submitForm();
  };
  return { ref, noValidate: true, onSubmit };
}
