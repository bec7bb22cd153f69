import { randomUUID } from 'node:crypto';
import type { Repositories } from '../collections/repositories';
import { queueMessage } from '../mail/queueMessage';

/** The calls of the access test to the outbox. */
export function mailAttempts(repositories: () => Pick<Repositories, 'outbox'>) {
  /** A message without an order. */
  async function newMessage(status: 'PENDING' | 'FAILED'): Promise<string> {
    const parts = { repositories: repositories(), now: () => new Date() };
    const message = { content: { kind: 'TEST' }, order: null, recipient: 'buyer@kiosk.test', buyerUid: null } as const;
    const id = await queueMessage(parts, { ...message, event: randomUUID() });
    const queued = await parts.repositories.outbox.find(id);
    if (queued && status === 'FAILED') await parts.repositories.outbox.change(queued, { status, dueAt: null });
    return id;
  }
  return {
    outboxMessages: () => ({ query: '{ outboxMessages { nodes { id recipient } totalCount } }', variables: {} }),
    outboxMessage: async () => ({
      query: 'query M($id: ID!) { outboxMessage(id: $id) { id content { text } } }',
      variables: { id: await newMessage('PENDING') },
    }),
    resendMessage: async () => ({
      query: 'mutation R($input: ResendMessageInput!) { resendMessage(input: $input) { outboxMessage { id } } }',
      variables: { input: { id: await newMessage('FAILED') } },
    }),
    sendTestMessage: () => ({
      query: 'mutation { sendTestMessage { outboxMessage { id recipient } } }',
      variables: {},
    }),
  };
}
