export type Enqueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Runs one task at a time, in the order of the calls; a failed one does not stop the next. */
export function createSerialQueue(): Enqueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}
