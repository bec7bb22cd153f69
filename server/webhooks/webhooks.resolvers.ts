import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import { listDeliveries, resendDelivery, sendTestEvent } from './deliveries.service';
import { createEndpoint, deleteEndpoint, listEndpoints, rotateSecret, updateEndpoint } from './endpoints.service';
import { graphqlNameOf } from './eventNames';
import type { WebhookDeliveryDocument } from './webhookDeliveries.repository';

export const webhooksResolvers: Resolvers = {
  Query: {
    webhookEndpoints: (_, _input, context) => listEndpoints(context),
    webhookDeliveries: (_, input, context) => listDeliveries(context, input),
  },
  Mutation: {
    createWebhookEndpoint: (_, { input }, context) => createEndpoint(context, input),
    updateWebhookEndpoint: async (_, { input }, context) => ({ webhookEndpoint: await updateEndpoint(context, input) }),
    rotateWebhookSecret: (_, { input }, context) => rotateSecret(context, input),
    deleteWebhookEndpoint: async (_, { input }, context) => ({ webhookEndpoint: await deleteEndpoint(context, input) }),
    sendTestEvent: async (_, { input }, context) => ({ webhookDelivery: await sendTestEvent(context, input) }),
    resendWebhookDelivery: async (_, { input }, context) => ({
      webhookDelivery: await resendDelivery(context, input),
    }),
  },
  WebhookEndpoint: {
    id: ({ _id }) => _id,
    events: ({ events }) => events.map(graphqlNameOf),
    status: ({ status }) => (status === 'active' ? 'ACTIVE' : status === 'paused' ? 'PAUSED' : 'DISABLED'),
    droppedEvents: ({ dropped }) => dropped,
    secretCreatedAt: ({ secrets, createdAt }) => secrets[0]?.createdAt ?? createdAt,
    olderSecretEndsAt: ({ secrets }, _, { now }) => {
      const endsAt = secrets[1]?.endsAt ?? null;
      return endsAt !== null && endsAt > now() ? endsAt : null;
    },
  },
  WebhookDelivery: {
    id: ({ _id }) => _id,
    eventType: ({ type }) => graphqlNameOf(type),
    responseTime: ({ responseMs }) => responseMs,
    payload: ({ body }) => body,
  },
  WebhookDeliveryConnection: connectionResolvers((delivery: WebhookDeliveryDocument) => delivery),
};
