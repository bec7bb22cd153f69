import { useMutation, useQuery } from '@apollo/client/react';
import {
  DeleteWebhookEndpointDocument,
  RotateWebhookSecretDocument,
  SendTestEventDocument,
  UpdateWebhookEndpointDocument,
  WebhookDeliveriesDocument,
  WebhookEndpointsDocument,
  type WebhookPartsFragment,
} from '../../__generated__/lazyOperations';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import { useMutationToast } from '../../ui/useMutationToast';

export type Webhook = WebhookPartsFragment;

export function useWebhooks() {
  const { data, previousData, error, refetch } = useQuery(WebhookEndpointsDocument, {
    fetchPolicy: 'cache-and-network',
  });
  useRoleRefresh(error);
  // A failed refetch keeps the data: a form on the page may have unsaved input.
  const webhooks = (data ?? previousData)?.webhookEndpoints;
  return {
    webhooks,
    error: webhooks ? undefined : error,
    retry: () => void refetch().catch(() => undefined),
  };
}

/** The actions on one endpoint; `onSecret` receives the new secret, which is shown only once. */
export function useWebhookActions(onSecret: (secret: string) => void) {
  const act = useMutationToast();
  const refetchQueries = [WebhookEndpointsDocument, WebhookDeliveriesDocument];
  const [update, updating] = useMutation(UpdateWebhookEndpointDocument);
  const [rotate, rotating] = useMutation(RotateWebhookSecretDocument, { fetchPolicy: 'no-cache' });
  const [remove, removing] = useMutation(DeleteWebhookEndpointDocument, { refetchQueries });
  const [test, testing] = useMutation(SendTestEventDocument, { refetchQueries: [WebhookDeliveriesDocument] });

  return {
    isBusy: updating.loading || rotating.loading || removing.loading || testing.loading,
    setActive: ({ id, version }: Webhook, isActive: boolean) => {
      const input = { id, version, isActive };
      const words = { done: isActive ? 'The webhook is active' : 'The webhook is paused', failed: notChanged };
      return act(['update', input], (context) => update({ variables: { input }, context }), words);
    },
    newSecret: async ({ id }: Webhook) => {
      const input = { id };
      const words = { done: 'The new secret signs from now on', failed: 'The webhook got no new secret' };
      const result = await act(['rotate', input], (context) => rotate({ variables: { input }, context }), words);
      const secret = result?.data?.rotateWebhookSecret?.secret;
      if (secret !== undefined) onSecret(secret);
    },
    remove: ({ id }: Webhook) => {
      const input = { id };
      const words = { done: 'The webhook is deleted', failed: 'The webhook could not be deleted' };
      return act(['delete', input], (context) => remove({ variables: { input }, context }), words);
    },
    sendTest: ({ id }: Webhook) => {
      const input = { id };
      const words = { done: 'A test event is on its way', failed: 'The test event could not be sent' };
      return act(['test', input], (context) => test({ variables: { input }, context }), words);
    },
  };
}

const notChanged = 'The webhook could not be changed';
