import { promisify } from 'node:util';
import express, { Router, type RequestHandler } from 'express';
import { z } from 'zod';
import { BadInputError, NotFoundError, UnavailableError } from '../errors';
import { parseInput } from '../graphql/input';
import type { Metrics } from '../telemetry/metrics';
import type { RateLimiter } from '../http/rateLimits';
import { requestStateOf } from '../http/requestState';
import type { NoticeProcessor } from '../notices/noticeProcessor';
import type { PaymentNoticesRepository } from '../notices/paymentNotices.repository';
import { storeNotice } from '../notices/storeNotice';
import type { PaymentProvider, ProviderNotice } from '../payments/provider';
import type { TestProvider } from '../payments/testProvider';

interface WebhookDeps {
  readonly provider: PaymentProvider;
  readonly repositories: { readonly paymentNotices: PaymentNoticesRepository };
  readonly now: () => Date;
  readonly limiter: RateLimiter;
  /** Gets stored notices after they are acknowledged. */
  readonly follower: NoticeProcessor;
  readonly countNotice: Metrics['countNotice'];
}

const readBody = promisify(express.raw({ type: () => true, limit: '64kb', inflate: false }));
const bytesPerForgedNotice = 8_192;

/**
 * The provider's notices, authenticated by the signature of the raw body, without a session. The signature is verified
 * before any rate limit applies: forged notices count for their sender, and never for the provider, even from the same
 * address.
 */
export function webhookRoute(deps: WebhookDeps): RequestHandler {
  const { provider, limiter, follower, countNotice } = deps;
  const readNotice: (...call: Parameters<RequestHandler>) => Promise<ProviderNotice> = async (request, response) => {
    if (request.params['provider'] !== provider.name) throw new NotFoundError();
    await readBody(request, response);
    const body: unknown = request.body;
    const notice = Buffer.isBuffer(body) ? await provider.readNotice(body, request.headers) : null;
    if (!notice) throw new BadInputError('The notice cannot be read or is not signed by the payment provider.');
    return notice;
  };
  return async (request, response, next) => {
    const notice = await readNotice(request, response, next).catch((error: unknown) => {
      if (error instanceof UnavailableError) throw error;
      countNotice('refused');
      const body: unknown = request.body;
      const bytes = Buffer.isBuffer(body) ? body.length : 0;
      limiter('forgedNotices', requestStateOf(response).client, 1 + Math.floor(bytes / bytesPerForgedNotice));
      throw error;
    });
    limiter('notices', provider.name);
    const stored = await storeNotice(deps, provider.name, notice);
    countNotice(stored ? 'stored' : 'repeated');
    response.status(200).end();
    if (stored) follower.take(stored);
  };
}

const clientSecretInput = z
  .string({ error: 'clientSecret is required' })
  .max(200, 'clientSecret must be at most 200 characters');

const paymentInput = z.strictObject({
  clientSecret: clientSecretInput,
  number: z.string({ error: 'number is required' }).max(40, 'Only the listed test cards are taken.'),
  expiry: z.string({ error: 'expiry is required' }).max(10, 'Enter a date that is not over yet, as MM/YY.'),
  securityCode: z.string({ error: 'securityCode is required' }).max(10, 'Enter three or four digits.'),
});

const answerInput = z.strictObject({
  clientSecret: clientSecretInput,
  isConfirmed: z.boolean({ error: 'isConfirmed must be true or false' }),
});

const lateMs = 8_000;

/** What the browser sends to the test provider, as it would to Stripe; not part of the shop's API. */
export function testPaymentRoutes(provider: TestProvider, limiter: RateLimiter): Router {
  const router = Router();
  const charge: RequestHandler = async (_request, response, next) => {
    await limiter.charge('writes', requestStateOf(response).client);
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
