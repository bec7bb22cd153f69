/** For what may wait without a limit of its own. After `ms` it becomes what `onTimeout` returns or throws. */
export function withTimeout<Result, Late>(result: Promise<Result>, ms: number, onTimeout: () => Late) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(onTimeout);
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
