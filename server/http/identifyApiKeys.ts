import type { RequestHandler } from 'express';
import { holdsApiKey } from '../auth/apiKeyText';
import { BadInputError, ForbiddenError } from '../errors';
import { requestStateOf } from './requestState';

/** URLs end up in logs, histories and Referer headers. */
export const rejectKeysInUrls: RequestHandler = ({ originalUrl }, _response, next) => {
  if (holdsApiKey(originalUrl))
    throw new BadInputError(
      'An API key belongs into the Authorization header, never into an address. Revoke this one: others may have seen it.',
    );
  next();
};

/**
 * Identifies an API key before any rate limit applies: its calls count for the key, whatever the address, and those of
 * an invalid key for the sender. Pages of other origins may not send one: it would be exposed to anyone who opens them.
 */
export function identifyApiKeys(ownOrigin: () => string): RequestHandler {
  return async (request, response, next) => {
    const state = requestStateOf(response);
    if (!state.bearsApiKey) return next();
    const origin = request.get('origin');
    if (origin !== undefined && origin !== ownOrigin())
      throw new ForbiddenError('API keys are for servers: a page of another origin may not use one.');
    const signedIn = await state.signedIn();
    if (signedIn) state.client = signedIn.viewer.uid;
    next();
  };
}
