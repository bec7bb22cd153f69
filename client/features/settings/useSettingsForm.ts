import { type FormikErrors, type FormikValues, useFormik } from 'formik';
import { useId, useState } from 'react';
import type { Failure } from '../../lib/failure';
import { lockValues, useFormSubmit } from '../../ui/formBinding';

/** Shows a failure in the form; false: it is closed. */
type Report = (failure: Failure) => boolean;

/** The id is the form element's. */
export interface Sending {
  formId: string;
  /** Whether it is the form's values; false: a deletion. */
  isSubmission: boolean;
  onFailed: Report;
}

interface Options<Values> {
  initialValues: Values;
  validate: (values: Values) => Readonly<Record<string, string>> | Readonly<Partial<Record<keyof Values, string>>>;
  /** The form's field that the server names; undefined: it has none. */
  fieldOf: (field: string | undefined, values: Values) => string | undefined;
  save: (values: Values, sending: Sending, form: Opened<Values>) => Promise<void>;
}

interface Opened<Values> {
  /** What it was opened with. */
  initialValues: Values;
  resetForm: (state: { values: Values }) => void;
}

/** A form of settings: it keeps its input until it is saved, and shows its own failures. */
export function useSettingsForm<Values extends FormikValues>({
  initialValues,
  validate,
  fieldOf,
  save,
}: Options<Values>) {
  const id = useId();
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const formik = useFormik<Values>({
    initialValues,
    validate: (values) => validate(values) as FormikErrors<Values>,
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: (values, { resetForm }): Promise<void> => {
      const { initialValues: opened } = formik;
      return send((sending) => save(values, { ...sending, isSubmission: true }, { initialValues: opened, resetForm }));
    },
  });
  function resetForm(state: { values: Values }): void {
    setRefusals({});
    setFailure(undefined);
    formik.resetForm(state);
  }
  // A deletion is no submission of Formik's.
  const form = lockValues({ ...formik, resetForm, isSubmitting: formik.isSubmitting || isSaving }, isSaving);
  const submit = useFormSubmit(form);

  function report({ field, sentence }: Failure): boolean {
    const shown = submit.ref.current;
    if (!shown) return false;
    const name = fieldOf(field, formik.values);
    // Which fields there are depends on the country.
    if (name === undefined || shown.elements.namedItem(name) === null) setFailure(sentence);
    else setRefusals({ [name]: sentence });
    return true;
  }

  /** One call of the form: a save, or a deletion. */
  async function send(call: (sending: Sending) => Promise<void>): Promise<void> {
    setRefusals({});
    setFailure(undefined);
    setSaving(true);
    await call({ formId: id, isSubmission: false, onFailed: report }).finally(() => setSaving(false));
  }

  /** For fields that go, or get another name. */
  function changeErrors(change: (errors: Readonly<Record<string, string>>) => Readonly<Record<string, string>>): void {
    // Like its values.
    if (isSaving) return;
    setRefusals(change);
    formik.setErrors(change(formik.errors as Record<string, string>) as FormikErrors<Values>);
  }

  const errors: Readonly<Record<string, string | undefined>> = { ...refusals, ...(form.errors as object) };
  return { form, submit: { ...submit, id }, errors, changeErrors, failure, isSaving, send };
}
