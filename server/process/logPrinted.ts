import { format } from 'node:util';
import type { Logger } from 'pino';

/** Redirects what Node and libraries print to the log: standard error contains log lines only. */
export function logPrinted(log: Logger): void {
  // Node's default listener prints.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    // Google's package has looked for credentials where there are none; the identity check reports it (monitorDependencies.ts).
    if (warning.name !== 'MetadataLookupWarning') log.warn({ err: warning }, 'Node warns');
  });
  // depd, which Express uses, prints only while there is no listener.
  process.on('deprecation' as 'warning', (notice) =>
    log.warn({ err: notice }, 'A library is used in a deprecated way'),
  );
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) {
    // The stack shows who has printed it.
    const tell = (...parts: unknown[]) => log.warn({ err: new Error(format(...parts)) }, 'A library printed');
    console[method] = tell; // eslint-disable-line no-console -- so that no library uses it
  }
}
