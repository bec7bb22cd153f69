import { useMutation } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useFormik } from 'formik';
import { useState } from 'react';
import { FindOrderDocument } from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { noAnswer, requireData } from '../../lib/noAnswer';
import { serverMessage } from '../../lib/serverMessage';
import { rem } from '../../theme/typography';
import { fieldProps, useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { emptyFindOrder, findOrderSchema, type FindOrderValues, isFindOrderField, toInput } from './findOrder';

const fields = [
  { name: 'number', label: 'Order number', type: 'text', autoComplete: 'off' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
] as const;

/** Does not disclose whether the order exists; the input stays, so that a typing error can be corrected. */
export function FindOrderForm() {
  const [find] = useMutation(FindOrderDocument, { context: { needsCaller: false } });
  const [sentence, setSentence] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [sent, setSent] = useState<FindOrderValues>();
  const form = useFormik<FindOrderValues>({
    initialValues: emptyFindOrder,
    validationSchema: findOrderSchema,
    onSubmit: async (values, { setFieldError }) => {
      setFailure(undefined);
      setSentence(undefined);
      try {
        const { data } = await find({ variables: { input: toInput(values) } });
        setSentence(requireData(data).findOrder.message);
        setSent(values);
      } catch (error) {
        const refusal = apiErrorOf(error);
        if (refusal && isFindOrderField(refusal.field)) setFieldError(refusal.field, refusal.message);
        else setFailure(serverMessage(error, `${noAnswer} Please try again.`));
      }
    },
  });
  const submit = useFormSubmit(form);
  const question = useUnsavedChangesPrompt(
    form.dirty && form.values !== sent,
    'The link to your order is not sent yet.',
  );
  return (
    <Stack component="form" sx={{ gap: 2.5, maxWidth: rem(480) }} {...submit}>
      {failure && <Alert severity="error">{failure}</Alert>}
      {fields.map(({ name, ...field }) => (
        <FormField key={name} {...field} required {...fieldProps(form, name)} />
      ))}
      <Button type="submit" size="large" sx={{ alignSelf: { sm: 'start' } }} disabled={form.isSubmitting}>
        {form.isSubmitting ? 'Sending...' : 'Send me the link'}
      </Button>
      <div role="status">{sentence && <Alert severity="success">{sentence}</Alert>}</div>
      {question}
    </Stack>
  );
}
