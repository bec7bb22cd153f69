import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
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

/** A secret that is shown only once. */
export interface ShownSecret extends Pick<Webhook, 'id' | 'url'> {
  readonly secret: string;
}

/** The actions on one endpoint; `onSecret` receives the new secret. */
export function useWebhookActions(onSecret: (shown: ShownSecret) => void) {
  const client = useApolloClient();
  const act = useMutationToast();
  const refetchQueries = [WebhookEndpointsDocument, WebhookDeliveriesDocument];
  const [update, updating] = useMutation(UpdateWebhookEndpointDocument);
  const [rotate, rotating] = useMutation(RotateWebhookSecretDocument, {
    fetchPolicy: 'no-cache',
    // Its answer is not cached, and with it the endpoint's new version.
    refetchQueries: [WebhookEndpointsDocument],
  });
  const [remove, removing] = useMutation(DeleteWebhookEndpointDocument, { refetchQueries });
  const [test, testing] = useMutation(SendTestEventDocument, { refetchQueries: [WebhookDeliveriesDocument] });

  return {
    isBusy: updating.loading || rotating.loading || removing.loading || testing.loading,
    setActive: async ({ id, version }: Webhook, isActive: boolean) => {
      const input = { id, version, isActive };
      const words = { done: isActive ? 'The webhook is active' : 'The webhook is paused', failed: notChanged };
      const result = await act(['update', input], (context) => update({ variables: { input }, context }), words);
      // It may have been changed meanwhile.
      if (!result) await client.refetchQueries({ include: [WebhookEndpointsDocument] }).catch(() => undefined);
    },
    newSecret: async ({ id, url }: Webhook) => {
      const input = { id };
      const words = { done: 'The new secret signs from now on', failed: 'The webhook got no new secret' };
      const result = await act(['rotate', input], (context) => rotate({ variables: { input }, context }), words);
      const secret = result?.data?.rotateWebhookSecret?.secret;
      if (secret !== undefined) onSecret({ id, url, secret });
    },
    /** Whether it is deleted. */
    remove: async ({ id }: Webhook): Promise<boolean> => {
      const input = { id };
      const words = { done: 'The webhook is deleted', failed: 'The webhook could not be deleted' };
      return (
        (await act(['delete', input], (context) => remove({ variables: { input }, context }), words)) !== undefined
      );
    },
    sendTest: ({ id }: Webhook) => {
      const input = { id };
      const words = { done: 'A test event is on its way', failed: 'The test event could not be sent' };
      return act(['test', input], (context) => test({ variables: { input }, context }), words);
    },
  };
}

const notChanged = 'The webhook could not be changed';
