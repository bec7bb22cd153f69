type Method = (...args: unknown[]) => unknown;

/** A repository that answers from memory what it was asked before. */
export function remember<T extends object>(repository: T): T {
  const methods = Object.entries(repository).map(([name, method]: [string, Method]) => {
    const answers = new Map<string, unknown>();
    const remembered = (...args: unknown[]) => {
      const question = JSON.stringify(args);
      if (!answers.has(question)) answers.set(question, method(...args));
      return answers.get(question);
    };
    return [name, remembered];
  });
  return Object.fromEntries(methods) as T;
}
