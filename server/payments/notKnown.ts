import { UnavailableError } from '../errors';

/** What became of it is not known: it is asked again later. `why` is for the log alone. */
export function notKnown(why: string): UnavailableError {
  const error = new UnavailableError('The payment service does not answer. Please try again.');
  error.cause = new Error(why);
  return error;
}
