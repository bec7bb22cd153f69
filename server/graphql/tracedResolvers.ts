import type { Resolvers } from '../__generated__/resolvers';
import { isTraced, traced } from '../telemetry/traces';

type Field = (...parts: unknown[]) => unknown;

/** Wraps each root field in a span; returns the same resolvers where tracing is off. */
export function tracedResolvers(resolvers: Resolvers): Resolvers {
  if (!isTraced()) return resolvers;
  const { Query = {}, Mutation = {} } = resolvers;
  return { ...resolvers, Query: tracedFields('Query', Query), Mutation: tracedFields('Mutation', Mutation) };
}

function tracedFields<Fields extends object>(type: 'Query' | 'Mutation', fields: Fields): Fields {
  const withSpan = ([field, resolve]: [string, unknown]) =>
    typeof resolve === 'function'
      ? [field, (...parts: unknown[]) => traced(spanOf(`${type}.${field}`), () => (resolve as Field)(...parts))]
      : [field, resolve];
  return Object.fromEntries(Object.entries(fields).map(withSpan)) as Fields;
}

const spanOf = (name: string) => ({ name, kind: 'internal' }) as const;
