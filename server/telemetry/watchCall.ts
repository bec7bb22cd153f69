/** Runs a call to an external service, and records its duration and result. `resultOf` classifies responses that may be failures. */
export type WatchCall = <T>(operation: string, work: () => Promise<T>, resultOf?: (answer: T) => string) => Promise<T>;

export const unwatched: WatchCall = (_operation, work) => work();
