/** Simulates a process that ended, or an answer that was lost, during the work. */
export class InjectedFault extends Error {
  constructor() {
    super('Injected fault.');
    this.name = 'InjectedFault';
  }
}

/** Makes calls fail before or after their work whenever `fails` returns true. */
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
