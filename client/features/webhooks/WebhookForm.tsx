import { useApolloClient, useMutation } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useFormik } from 'formik';
import { useState } from 'react';
import {
  CreateWebhookEndpointDocument,
  UpdateWebhookEndpointDocument,
  WebhookEndpointsDocument,
} from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { serverMessage } from '../../lib/serverMessage';
import { CheckboxGroup } from '../../ui/CheckboxGroup';
import { fieldProps, useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { FormFields } from '../../ui/FormFields';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast';
import { useIdempotencyKey } from '../../ui/useIdempotencyKey';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import type { Webhook } from './useWebhooks';
import { emptyWebhook, isWebhookField, toInput, webhookSchema, type WebhookValues } from './webhookForm';
import { choosableEvents, eventWords } from './webhookWords';

const choices = choosableEvents.map((value) => ({ value: value as string, label: eventWords[value] }));

interface Props {
  /** The stored endpoint, whose version is sent. Missing: a new one. */
  webhook?: Webhook | undefined;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

function useWebhookForm({ webhook, onSecret, onClose }: Props) {
  const client = useApolloClient();
  const key = useIdempotencyKey();
  // The secret must not stay in the cache.
  const [create] = useMutation(CreateWebhookEndpointDocument, {
    fetchPolicy: 'no-cache',
    refetchQueries: [WebhookEndpointsDocument],
  });
  const [update] = useMutation(UpdateWebhookEndpointDocument);
  const [failed, setFailed] = useState<string>();
  const form = useFormik<WebhookValues>({
    initialValues: webhook
      ? { url: webhook.url, description: webhook.description, events: [...webhook.events] }
      : emptyWebhook,
    validationSchema: webhookSchema,
    onSubmit: async (values, { setFieldError }) => {
      setFailed(undefined);
      const input = toInput(values);
      const context = { headers: key.headers([webhook?.id, webhook?.version, input]) };
      try {
        if (webhook) {
          const { id, version } = webhook;
          await update({ variables: { input: { id, version, ...input } }, context });
          toast('The webhook is changed', 'success');
        } else {
          const { data } = await create({ variables: { input }, context });
          const secret = data?.createWebhookEndpoint?.secret;
          if (secret !== undefined) onSecret(secret);
          toast('The webhook is added', 'success');
        }
        key.renew();
        onClose();
      } catch (error) {
        key.afterFailure(error);
        const refusal = apiErrorOf(error);
        if (refusal && isWebhookField(refusal.field)) setFieldError(refusal.field, refusal.message);
        else setFailed(serverMessage(error, 'The webhook could not be saved. What you typed is still here.'));
        if (refusal?.code === 'CONFLICT')
          await client.refetchQueries({ include: [WebhookEndpointsDocument] }).catch(() => undefined);
      }
    },
  });
  return { form, failed };
}

/** Address and events. */
export function WebhookForm(props: Props) {
  const { form, failed } = useWebhookForm(props);
  const submit = useFormSubmit(form);
  const question = useUnsavedChangesPrompt(form.dirty, 'The webhook is not saved yet.');
  const isNew = props.webhook === undefined;
  return (
    <Panel title={isNew ? 'New webhook' : 'Change the webhook'}>
      <Stack component="form" sx={{ gap: 3 }} {...submit}>
        {failed !== undefined && <Alert severity="error">{failed}</Alert>}
        <FormFields>
          <FormField label="URL" autoComplete="off" required {...fieldProps(form, 'url')} />
          <FormField label="Description" autoComplete="off" {...fieldProps(form, 'description')} />
        </FormFields>
        <CheckboxGroup
          {...{ legend: 'Events', name: 'events', choices }}
          chosen={form.values.events}
          error={form.touched.events && typeof form.errors.events === 'string' ? form.errors.events : undefined}
          onToggle={(event) => {
            const { events } = form.values;
            const next = events.includes(event) ? events.filter((other) => other !== event) : [...events, event];
            void form.setFieldValue('events', next);
          }}
        />
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
          <Button type="submit" disabled={form.isSubmitting}>
            {form.isSubmitting ? 'Saving...' : isNew ? 'Add webhook' : 'Save'}
          </Button>
          <Button variant="quiet" onClick={props.onClose}>
            Cancel
          </Button>
        </Stack>
        {question}
      </Stack>
    </Panel>
  );
}
