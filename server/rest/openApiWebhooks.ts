import { describedEvents, eventHeaders, type DescribedEvent } from '../webhooks/describedEvents';
import type { Json } from './jsonSchema';

/** `order.payment_failed` is onOrderPaymentFailed. */
const operationIdOf = (type: string) =>
  `on${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

const parameters = Object.entries(eventHeaders).map(([name, header]) => ({
  ...{ name, in: 'header', required: true },
  ...header,
}));

/** Requests that the shop sends to webhook endpoints. */
export const openApiWebhooks: Json = Object.fromEntries(
  describedEvents.map(({ type, what, body }: DescribedEvent) => [
    type,
    {
      post: {
        operationId: operationIdOf(type),
        summary: what,
        // Authenticated by signature only.
        security: [],
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: {
          '2XX': { description: 'It was received. To be answered within 10 seconds.' },
          429: {
            description: 'Too much at once: sent again after the usual pause, or after that of `Retry-After`.',
            headers: { 'Retry-After': retryAfter() },
          },
          503: {
            description: 'Not now: sent again after the usual pause, or after that of `Retry-After`.',
            headers: { 'Retry-After': retryAfter() },
          },
          default: { description: 'A failure, a redirect too: it is sent again for two days, less and less often.' },
        },
      },
    },
  ]),
);

function retryAfter(): Json {
  return {
    description: 'Seconds or a date; longer than the usual pause, and an hour at most, is honoured.',
    schema: { type: 'string' },
  };
}
