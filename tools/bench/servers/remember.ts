type Method = (...args: unknown[]) => unknown;

/** Wraps a repository and its nested objects to answer repeated calls from memory. */
export function remember<T extends object>(repository: T): T {
  const members = Object.entries(repository).map(([name, member]: [string, Method | object]) => [
    name,
    inMemory(member),
  ]);
  return Object.fromEntries(members) as T;
}

function inMemory(member: Method | object): Method | object {
  if (typeof member === 'function') return remembered(member as Method);
  return Array.isArray(member) ? member : remember(member);
}

function remembered(method: Method): Method {
  const answers = new Map<string, unknown>();
  return (...args) => {
    const question = JSON.stringify(args);
    if (!answers.has(question)) answers.set(question, method(...args));
    return answers.get(question);
  };
}
