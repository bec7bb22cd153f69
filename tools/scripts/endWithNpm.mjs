const everyMs = 250;

/**
 * npm passes SIGINT and SIGTERM on but not SIGHUP, and nothing when it is killed: what it started would go on without a terminal
 * and hold the port. Under npm, the end of the parent is therefore an order to stop.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs);
  timer.unref();
}
