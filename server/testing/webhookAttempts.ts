import { randomUUID } from 'node:crypto';
import type { Repositories } from '../collections/repositories';
import { newDelivery } from '../webhooks/newDelivery';
import { maximumEndpoints, type WebhookEndpointDocument } from '../webhooks/webhookEndpoints.repository';

export const webhookOperations = [
  'webhookEndpoints',
  'webhookDeliveries',
  'createWebhookEndpoint',
  'updateWebhookEndpoint',
  'rotateWebhookSecret',
  'deleteWebhookEndpoint',
  'sendTestEvent',
  'resendWebhookDelivery',
] as const;

type WebhookRepositories = Pick<Repositories, 'webhookEndpoints' | 'webhookDeliveries'>;

/** The calls of the access test to webhooks. */
export function webhookAttempts(repositories: () => WebhookRepositories) {
  const url = 'https://hooks.example.com/kiosk';
  /** Replaces the oldest endpoint at the maximum number. */
  async function newEndpoint(): Promise<string> {
    await makeRoom();
    const createdAt = new Date();
    const endpoint: WebhookEndpointDocument = {
      ...{ _id: randomUUID(), url, description: '', events: ['order.placed'], status: 'active', secrets: [] },
      ...{ failingSince: null, dropped: 0, createdByUid: 'root', createdAt, version: 1 },
    };
    await repositories().webhookEndpoints.insert(endpoint);
    return endpoint._id;
  }
  async function makeRoom(): Promise<void> {
    const { webhookEndpoints } = repositories();
    const [oldest, ...others] = await webhookEndpoints.list();
    if (oldest && others.length >= maximumEndpoints - 2) await webhookEndpoints.delete(oldest._id);
  }
  async function newFailure(): Promise<string> {
    const endpointId = await newEndpoint();
    const at = new Date();
    const event = { id: `evt_${randomUUID()}`, type: 'webhook.test', at, data: { endpointId } } as const;
    const delivery = { ...newDelivery(event, endpointId, at), status: 'FAILED', dueAt: null } as const;
    await repositories().webhookDeliveries.insert([delivery]);
    return delivery._id;
  }
  const about = (operation: string, fields: string) =>
    `mutation W($input: ${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input!) { ${operation}(input: $input) { ${fields} } }`;
  return {
    webhookEndpoints: () => ({ query: '{ webhookEndpoints { id url status } }', variables: {} }),
    webhookDeliveries: () => ({ query: '{ webhookDeliveries { nodes { id payload } totalCount } }', variables: {} }),
    createWebhookEndpoint: async () => {
      await makeRoom();
      return {
        query:
          'mutation C($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { webhookEndpoint { id } } }',
        variables: { input: { url, events: ['ORDER_PLACED'] } },
      };
    },
    updateWebhookEndpoint: async () => ({
      query:
        'mutation U($input: UpdateWebhookEndpointInput!) { updateWebhookEndpoint(input: $input) { webhookEndpoint { id } } }',
      variables: { input: { id: await newEndpoint(), version: 1, isActive: false } },
    }),
    rotateWebhookSecret: async () => ({
      query: about('rotateWebhookSecret', 'webhookEndpoint { id }'),
      variables: { input: { id: await newEndpoint() } },
    }),
    deleteWebhookEndpoint: async () => ({
      query: about('deleteWebhookEndpoint', 'webhookEndpoint { id }'),
      variables: { input: { id: await newEndpoint() } },
    }),
    sendTestEvent: async () => ({
      query: about('sendTestEvent', 'webhookDelivery { id }'),
      variables: { input: { id: await newEndpoint() } },
    }),
    resendWebhookDelivery: async () => ({
      query: about('resendWebhookDelivery', 'webhookDelivery { id status }'),
      variables: { input: { id: await newFailure() } },
    }),
  };
}
