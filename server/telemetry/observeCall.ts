/**
 * Runs a call to an external service, and records its duration and result. `resultOf` classifies responses that may be
 * failures, `resultOfError` errors that may be refusals.
 */
export type ObserveCall = <T>(
  operation: string,
  work: () => Promise<T>,
  resultOf?: (answer: T) => string,
  resultOfError?: (error: unknown) => string,
) => Promise<T>;

export const unobserved: ObserveCall = (_operation, work) => work();
