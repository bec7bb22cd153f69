import { UnavailableError } from '../errors';

/** The outcome of a call is unknown; it is looked up later. `why` is only logged. */
export function outcomeUnknown(why: string): UnavailableError {
  const error = new UnavailableError('The payment service does not answer. Please try again.');
  error.cause = new Error(why);
  return error;
}
