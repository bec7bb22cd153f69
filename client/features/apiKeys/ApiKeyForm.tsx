import { useMutation } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useFormik } from 'formik';
import { useState } from 'react';
import { ApiKeysDocument, type CreateApiKeyResult, CreateApiKeyDocument } from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { requireData } from '../../lib/noAnswer';
import { serverMessage } from '../../lib/serverMessage';
import { CheckboxGroup } from '../../ui/CheckboxGroup';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { FormField } from '../../ui/FormField';
import { SelectField } from '../../ui/SelectField';
import { fieldProps, lockValues, useFormSubmit } from '../../ui/formBinding';
import { useIdempotencyKey } from '../../ui/useIdempotencyKey';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { apiKeySchema, type ApiKeyValues, dayChoices, emptyApiKey, isApiKeyField, toInput } from './apiKeyForm';
import { scopeLabels, scopes, toggleScope } from './apiKeyScopes';

export type CreatedApiKey = CreateApiKeyResult['createApiKey'];

const choices = scopes.map((value) => ({
  value,
  label: scopeLabels[value].name,
  explanation: scopeLabels[value].explanation,
}));

function useApiKeyForm(onMade: (made: CreatedApiKey) => void) {
  const [create] = useMutation(CreateApiKeyDocument, { fetchPolicy: 'no-cache', refetchQueries: [ApiKeysDocument] });
  const [failure, setFailure] = useState<string>();
  const retry = useIdempotencyKey();
  const formik = useFormik<ApiKeyValues>({
    initialValues: emptyApiKey,
    validationSchema: apiKeySchema,
    onSubmit: async (values, { setFieldError, resetForm }) => {
      setFailure(undefined);
      try {
        const { input, headers } = retry.requestOf(values, toInput(values, new Date()));
        const { data } = await create({ variables: { input }, context: { headers } });
        const { createApiKey } = requireData(data);
        retry.renew();
        resetForm();
        onMade(createApiKey);
      } catch (error) {
        retry.afterFailure(error);
        const refusal = apiErrorOf(error);
        if (refusal && isApiKeyField(refusal.field)) setFieldError(refusal.field, refusal.message);
        else setFailure(serverMessage(error, 'The key could not be made. Please try again.'));
      }
    },
  });
  return { form: lockValues(formik, formik.isSubmitting), failure };
}

export function ApiKeyForm({ onMade }: { onMade: (made: CreatedApiKey) => void }) {
  const { form, failure } = useApiKeyForm(onMade);
  const submit = useFormSubmit(form);
  const question = useUnsavedChangesPrompt(form.dirty, 'The key is not made yet.');
  return (
    <Stack component="form" sx={{ gap: 2.5, width: 1 }} {...submit}>
      {failure && <ErrorAlert sentence={failure} />}
      <FormField label="What is it for?" autoComplete="off" required {...fieldProps(form, 'name')} />
      <CheckboxGroup
        {...{ legend: 'What may it do?', name: 'scopes', choices }}
        chosen={form.values.scopes}
        error={form.touched.scopes && typeof form.errors.scopes === 'string' ? form.errors.scopes : undefined}
        onToggle={(scope) => void form.setFieldValue('scopes', toggleScope(form.values.scopes, scope))}
      />
      <SelectField
        label="How long"
        value={form.values.days}
        choices={dayChoices}
        onChange={(days) => void form.setFieldValue('days', days)}
      />
      <div>
        <Button type="submit" variant="ink" disabled={form.isSubmitting}>
          {form.isSubmitting ? 'Making...' : 'Make key'}
        </Button>
      </div>
      {question}
    </Stack>
  );
}
