import express, { Router, type RequestHandler } from 'express';
import { z } from 'zod';
import { BadInputError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import type { RateLimiter } from '../http/rateLimits';
import { stateOf } from '../http/requestState';
import type { PaymentProvider } from '../payments/provider';
import type { TestProvider } from '../payments/testProvider';

interface WebhookParts {
  readonly provider: PaymentProvider;
  /** Goes on with whatever the payment is for; rejects where it cannot now, and the notice comes again. */
  readonly onNotice: (paymentId: string) => Promise<void>;
}

/** The notices of the provider: signed by it over the very bytes, without a session. */
export function webhookRoute({ provider, onNotice }: WebhookParts): RequestHandler[] {
  return [
    express.raw({ type: () => true, limit: '64kb' }),
    async (request, response) => {
      if (request.params['provider'] !== provider.name) throw new NotFoundError();
      const body: unknown = request.body;
      const notice = Buffer.isBuffer(body) ? await provider.readNotice(body, request.headers) : null;
      if (!notice) throw new BadInputError('The notice is not signed by the payment provider.');
      await onNotice(notice.payment);
      response.status(204).end();
    },
  ];
}

const paymentInput = z.strictObject({
  clientSecret: z.string({ error: 'clientSecret is required' }).max(200),
  number: z.string({ error: 'number is required' }).max(40, 'Only the listed test cards are taken.'),
  expiry: z.string({ error: 'expiry is required' }).max(10, 'Enter a date that is not over yet, as MM/YY.'),
  securityCode: z.string({ error: 'securityCode is required' }).max(10, 'Enter three or four digits.'),
});

const answerInput = z.strictObject({
  clientSecret: z.string({ error: 'clientSecret is required' }).max(200),
  isConfirmed: z.boolean({ error: 'isConfirmed must be true or false' }),
});

const lateMs = 8_000;

/** What a browser asks of the test provider itself, as it would of Stripe: nothing of it is the shop's API. */
export function testPaymentRoutes(provider: TestProvider, limiter: RateLimiter): Router {
  const router = Router();
  const charge: RequestHandler = async (_request, response, next) => {
    await limiter.charge('writes', stateOf(response).client);
    next();
  };
  router.post('/:id/pay', charge, async (request, response) => {
    const { clientSecret, ...card } = parseInput(paymentInput, request.body);
    const id = String(request.params['id']);
    const { state, answer } = await provider.pay(id, clientSecret, card);
    if (answer === 'lost') return void response.destroy();
    if (answer === 'late') await new Promise((resolve) => setTimeout(resolve, lateMs));
    response.json({ result: state.result, declineReason: state.declineReason });
    await provider.sendNotices(id);
  });
  router.post('/:id/bank', charge, async (request, response) => {
    const { clientSecret, isConfirmed } = parseInput(answerInput, request.body);
    const id = String(request.params['id']);
    const state = await provider.answerBank(id, clientSecret, isConfirmed);
    response.json({ result: state.result, declineReason: state.declineReason });
    await provider.sendNotices(id);
  });
  return router;
}
