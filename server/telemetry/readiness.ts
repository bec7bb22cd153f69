import { Gauge, Registry } from 'prom-client';

export interface Readiness {
  /** The result of /readyz. */
  readonly isReady: () => boolean;
  /** It serves existing connections, and accepts no new ones. */
  readonly isRetiring: () => boolean;
}

/** Across workers the result is 0 as soon as one is not ready; starting ones are ignored, since they get no requests. */
export function addReadiness(registry: Registry, { isReady, isRetiring }: Readiness): void {
  const registers = [registry];
  new Gauge({
    name: 'kiosk_ready',
    help: '1 while /readyz of every process that answers says 200, otherwise 0',
    aggregator: 'min',
    registers,
    collect() {
      this.set(isReady() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'kiosk_ready_processes',
    help: 'Processes that are ready and take new connections',
    registers,
    collect() {
      this.set(isReady() && !isRetiring() ? 1 : 0);
    },
  });
}

/** Without any serving worker, the shop is not ready. */
export async function withReadiness(text: string): Promise<string> {
  if (/^kiosk_ready /m.test(text)) return text;
  const none = new Registry();
  addReadiness(none, { isReady: () => false, isRetiring: () => true });
  return text + (await none.metrics());
}
