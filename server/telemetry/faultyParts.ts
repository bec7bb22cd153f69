import { Gauge, type Registry } from 'prom-client';

/** Of which /readyz says where they do not do what they are there for. */
export const partNames = ['identity', 'payments', 'mail', 'outbound'] as const;

/** Of several processes one is enough: what one cannot reach fails for whoever it answers. */
export function addFaultyParts(
  registry: Registry,
  faultyParts: () => Readonly<Partial<Record<(typeof partNames)[number], string>>>,
): void {
  new Gauge({
    name: 'kiosk_part_faulty',
    help: '1 while /readyz of a process names the part as not doing what it is there for, otherwise 0',
    labelNames: ['part'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      const faulty = faultyParts();
      for (const part of partNames) this.set({ part }, [undefined, 'checking'].includes(faulty[part]) ? 0 : 1);
    },
  });
}
