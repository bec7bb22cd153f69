/** Carries out a call to somebody else's service, and notes how long it took and what became of it. `resultOf`: of an answer that may be none. */
export type WatchCall = <T>(operation: string, work: () => Promise<T>, resultOf?: (answer: T) => string) => Promise<T>;

export const unwatched: WatchCall = (_operation, work) => work();
