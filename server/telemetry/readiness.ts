import { Gauge, Registry } from 'prom-client';

export interface Readiness {
  /** What /readyz answers. */
  readonly isReady: () => boolean;
  /** It answers on the connections that it has, and takes no new ones. */
  readonly isRetiring: () => boolean;
}

/** Of several processes the first says 0 as soon as one is not ready; one that does not answer yet has no say, for nobody is sent to it. */
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

/** Where no process answers, none says that it is not ready. */
export async function withReadiness(text: string): Promise<string> {
  if (/^kiosk_ready /m.test(text)) return text;
  const none = new Registry();
  addReadiness(none, { isReady: () => false, isRetiring: () => true });
  return text + (await none.metrics());
}
