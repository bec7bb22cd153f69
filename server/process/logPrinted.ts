import { format } from 'node:util';
import type { Logger } from 'pino';

/** What Node and libraries print becomes lines of the log: nothing else is to stand on standard error while the shop runs. */
export function logPrinted(log: Logger): void {
  // Node's own listener, which prints.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    // Google's package has looked for credentials where there are none: the identity part says so (watchParts.ts).
    if (warning.name !== 'MetadataLookupWarning') log.warn({ err: warning }, 'Node warns');
  });
  // As long as somebody listens, the package depd, which Express uses, prints nothing.
  process.on('deprecation' as 'warning', (notice) =>
    log.warn({ err: notice }, 'A library is used in a deprecated way'),
  );
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) {
    // An error for its stack, which tells who printed.
    const tell = (...parts: unknown[]) => log.warn({ err: new Error(format(...parts)) }, 'A library printed');
    console[method] = tell; // eslint-disable-line no-console -- so that no library uses it
  }
}
