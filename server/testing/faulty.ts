/** A process that ended, or an answer that got lost, in the middle of the work. */
export class InjectedFault extends Error {
  constructor() {
    super('Injected fault.');
    this.name = 'InjectedFault';
  }
}

/** What is called fails now and then, before its work or after it, as `fails` says. */
export function faulty<T extends object>(real: T, fails: () => boolean): T {
  const wrapped = Object.entries(real).map(([name, method]: [string, unknown]) => {
    if (typeof method !== 'function') return [name, method];
    const call = async (...args: unknown[]): Promise<unknown> => {
      if (fails()) throw new InjectedFault();
      const result: unknown = await (method as (...args: unknown[]) => unknown)(...args);
      if (fails()) throw new InjectedFault();
      return result;
    };
    return [name, call];
  });
  return Object.fromEntries(wrapped) as T;
}
