/** Runs a call to an external service, and records its duration and result. `resultOf` classifies responses that may be failures. */
export type ObserveCall = <T>(
  operation: string,
  work: () => Promise<T>,
  resultOf?: (answer: T) => string,
) => Promise<T>;

export const unobserved: ObserveCall = (_operation, work) => work();
