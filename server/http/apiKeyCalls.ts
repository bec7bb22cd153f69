import type { RequestHandler } from 'express';
import { holdsApiKey } from '../auth/apiKeyText';
import { BadInputError, ForbiddenError } from '../errors';
import { stateOf } from './requestState';

/** An address is written into logs, histories and Referer headers on its way. */
export const refuseKeysInAddresses: RequestHandler = ({ originalUrl }, _response, next) => {
  if (holdsApiKey(originalUrl))
    throw new BadInputError(
      'An API key belongs into the Authorization header, never into an address. Revoke this one: others may have seen it.',
    );
  next();
};

/**
 * Finds out whose a key is before anything is counted: what it calls is counted as the key's, whatever the address, and a key that is none
 * as its sender's. Pages of other origins may not use one: whoever opened them would have it.
 */
export function apiKeyCalls(ownOrigin: () => string): RequestHandler {
  return async (request, response, next) => {
    const state = stateOf(response);
    if (!state.bearsApiKey) return next();
    const origin = request.get('origin');
    if (origin !== undefined && origin !== ownOrigin())
      throw new ForbiddenError('API keys are for servers: a page of another origin may not use one.');
    const signedIn = await state.signedIn();
    if (signedIn) state.client = signedIn.viewer.uid;
    next();
  };
}
