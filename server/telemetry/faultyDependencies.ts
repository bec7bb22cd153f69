import { Gauge, type Registry } from 'prom-client';

/** The dependencies that /readyz reports on. */
export const dependencyNames = ['identity', 'payments', 'mail', 'outbound'] as const;

/** Aggregated across workers: a fault of one affects its callers. */
export function addDependencyMetrics(
  registry: Registry,
  faultyDependencies: () => Readonly<Partial<Record<(typeof dependencyNames)[number], string>>>,
): void {
  new Gauge({
    name: 'kiosk_part_faulty',
    help: '1 while /readyz of a process names the part as not doing what it is there for, otherwise 0',
    labelNames: ['part'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      const faulty = faultyDependencies();
      for (const part of dependencyNames) this.set({ part }, [undefined, 'checking'].includes(faulty[part]) ? 0 : 1);
    },
  });
}
