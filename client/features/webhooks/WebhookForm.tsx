import { useApolloClient, useMutation } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useFormik } from 'formik';
import { useEffect, useRef, useState } from 'react';
import {
  CreateWebhookEndpointDocument,
  UpdateWebhookEndpointDocument,
  WebhookEndpointsDocument,
} from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { serverMessage } from '../../lib/serverMessage';
import { CheckboxGroup } from '../../ui/CheckboxGroup';
import { fieldProps, lockValues, useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { FormFields } from '../../ui/FormFields';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast';
import { useIdempotencyKey } from '../../ui/useIdempotencyKey';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import type { ShownSecret, Webhook } from './useWebhooks';
import { changesOf, emptyWebhook, isWebhookField, toInput, webhookSchema, type WebhookValues } from './webhookForm';
import { choosableEvents, eventLabels } from './webhookLabels';

const choices = choosableEvents.map((value) => ({ value: value as string, label: eventLabels[value] }));

interface Props {
  /** The stored endpoint as it is now. Missing: a new one. */
  webhook?: Webhook | undefined;
  onSecret: (shown: ShownSecret) => void;
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
  const [opened] = useState(webhook);
  const isWarned = useRef(false);
  /**
   * Only what was changed here, so that nobody else's change of another field is undone. Whoever has been told that the
   * endpoint was changed meanwhile may overwrite the same field.
   */
  function changeOf(values: WebhookValues, live: Webhook) {
    const before = opened ?? live;
    const changes = changesOf(before, values);
    const isOverwriting = Object.keys(changesOf(before, live)).some((field) => field in changes);
    const { version } = isOverwriting && !isWarned.current ? before : live;
    return { id: live.id, version, ...changes };
  }
  const formik = useFormik<WebhookValues>({
    initialValues: webhook
      ? { url: webhook.url, description: webhook.description, events: [...webhook.events] }
      : emptyWebhook,
    validationSchema: webhookSchema,
    onSubmit: async (values, { setFieldError }) => {
      setFailed(undefined);
      try {
        if (webhook) {
          const input = changeOf(values, webhook);
          await update({ variables: { input }, context: { headers: key.headers(input) } });
          toast('The webhook is changed', 'success');
        } else {
          const input = toInput(values);
          const { data } = await create({ variables: { input }, context: { headers: key.headers(input) } });
          const made = data?.createWebhookEndpoint;
          if (made) onSecret({ ...made.webhookEndpoint, secret: made.secret });
          toast('The webhook is added', 'success');
        }
        key.renew();
        onClose();
      } catch (error) {
        key.afterFailure(error);
        const refusal = apiErrorOf(error);
        if (refusal && isWebhookField(refusal.field)) setFieldError(refusal.field, refusal.message);
        else setFailed(serverMessage(error, 'The webhook could not be saved. What you typed is still here.'));
        isWarned.current = refusal?.code === 'CONFLICT';
        if (isWarned.current)
          await client.refetchQueries({ include: [WebhookEndpointsDocument] }).catch(() => undefined);
      }
    },
  });
  return { form: lockValues(formik, formik.isSubmitting), failed };
}

/** Address and events. */
export function WebhookForm(props: Props) {
  const { form, failed } = useWebhookForm(props);
  const submit = useFormSubmit(form);
  useEffect(() => {
    submit.ref.current?.querySelector('input')?.focus();
  }, [submit.ref]);
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
