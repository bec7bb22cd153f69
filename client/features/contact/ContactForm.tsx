import { useMutation } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useFormik } from 'formik';
import { useState } from 'react';
import { type SendContactMessageResult, SendContactMessageDocument } from '../../__generated__/lazyOperations';
import { logFailure } from '../../lib/logFailure';
import { apiErrorOf } from '../../lib/apiError';
import { requireData } from '../../lib/noAnswer';
import { fieldProps, lockValues, useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import {
  type ContactMessageValues,
  contactMessageSchema,
  emptyContactMessage,
  isContactField,
  toInput,
} from './contactMessage';

export type SentMessage = SendContactMessageResult['sendContactMessage']['contactMessage'];

const failure = 'Your message could not be kept. It is still here: please try again.';

/** The server's messages for these codes advise something else than an immediate retry. */
const codesWithAdvice: ReadonlySet<string> = new Set(['RATE_LIMITED', 'CONFLICT']);

const fields = [
  { name: 'name', label: 'Your name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'message', label: 'Message', type: 'text', autoComplete: 'off', rows: 6 },
] as const;

/** A rejected field shows its error; other errors show above the form, which keeps its input. */
function useContactForm(onSent: (message: SentMessage) => void) {
  const [send] = useMutation(SendContactMessageDocument);
  const [failed, setFailed] = useState<string>();
  const form = useFormik<ContactMessageValues>({
    initialValues: emptyContactMessage,
    validationSchema: contactMessageSchema,
    onSubmit: async (values, { setFieldError }) => {
      setFailed(undefined);
      try {
        const { data } = await send({ variables: { input: toInput(values) } });
        onSent(requireData(data).sendContactMessage.contactMessage);
      } catch (error) {
        const refusal = apiErrorOf(error);
        if (refusal && isContactField(refusal.field)) setFieldError(refusal.field, refusal.message);
        else setFailed(refusal && codesWithAdvice.has(refusal.code) ? refusal.message : failure);
        if (!refusal) logFailure('Failed to send the message', error);
      }
    },
  });
  return { form: lockValues(form, form.isSubmitting), failed };
}

export function ContactForm({ onSent }: { onSent: (message: SentMessage) => void }) {
  const { form, failed } = useContactForm(onSent);
  const submit = useFormSubmit(form);
  const question = useUnsavedChangesPrompt(form.dirty, 'Your message is not sent yet.');

  return (
    <Stack component="form" sx={{ gap: 2.5 }} {...submit}>
      {failed && <Alert severity="error">{failed}</Alert>}
      {fields.map(({ name, ...field }) => (
        <FormField key={name} {...field} required {...fieldProps(form, name)} />
      ))}
      <Button type="submit" size="large" sx={{ alignSelf: { sm: 'start' } }} disabled={form.isSubmitting}>
        {form.isSubmitting ? 'Sending...' : 'Send message'}
      </Button>
      {question}
    </Stack>
  );
}
