const everyMs = 250;

/**
 * npm forwards SIGINT and SIGTERM but not SIGHUP, and nothing when it is killed: its child would keep running and hold
 * the port. Under npm the process therefore stops when its parent ends.
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
