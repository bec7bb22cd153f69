import { BREAK, Kind, visit, type DocumentNode } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { createBoundedCache } from '../cache/boundedCache';
import type { CheckedRead } from '../http/requestState';
import { costOf, heavyCost, readsFor } from './cost';
import { documentSize } from './documentSize';
import { findNullArgument } from './nullArguments';

type Variables = Readonly<Record<string, unknown>>;
type Data = Record<string, unknown>;

/** A query with its variables, as sent by the client. */
export interface ReadRequest {
  readonly source: string;
  readonly operationName: string | undefined;
  readonly variables: Variables;
}

/** Resolves to the data; null where graphql-js has to execute: there are errors, or graphql-jit may deviate. */
type RunRead = (contextValue: unknown, variables: Variables) => Promise<Data | null>;

export interface CompiledRead {
  readonly fields: readonly string[];
  /** The media type that Apollo would answer with. */
  readonly type: string;
  readonly run: RunRead;
  /** Its charge against the rate limit of reads. */
  readonly reads: number;
}

interface Known extends CheckedRead {
  readonly type: string;
  uses: number;
  run: RunRead | null;
}

/** `accept`: the header by which Apollo chooses the media type. */
export interface CompiledReads {
  /** null: Apollo has to answer. */
  readonly find: (accept: string | undefined, readRequest: ReadRequest) => CompiledRead | null;
  readonly learn: (
    accept: string | undefined,
    readRequest: ReadRequest,
    read: CheckedRead & { readonly type: string },
  ) => void;
}

/** Size of the compiled code relative to the document; measured. */
const compiledShare = 3;
/** Compiling takes as long as hundreds of executions: one-off queries are not worth it, and must not be able to trigger it. */
const usesBeforeCompiling = 50;

/** Caches frequent reads, so that only what depends on their variables is validated again. */
export function createCompiledReads(): CompiledReads {
  const reads = createBoundedCache<Known>('compiledReads', ({ document }) => compiledShare * documentSize(document));
  return {
    find(accept, readRequest) {
      const known = reads.get(keyOf(accept, readRequest));
      if (!known?.run) return null;
      const cost = costIfGood(known, readRequest);
      return cost === null ? null : { fields: known.fields, type: known.type, run: known.run, reads: readsFor(cost) };
    },
    learn(accept, readRequest, read) {
      const key = keyOf(accept, readRequest);
      const known = reads.get(key);
      if (!known) reads.set(key, { ...read, uses: 1, run: null });
      else if ((known.uses += 1) === usesBeforeCompiling) known.run = compileRead(read);
    },
  };
}

/** The length prefix makes the key unambiguous. */
const keyOf = (accept = '', { source, operationName = '' }: ReadRequest) =>
  `${accept}\n${source.length}\n${source}${operationName}`;

/** null: Apollo rejects it, or queues it. */
function costIfGood({ schema, document, operation }: Known, { variables, operationName }: ReadRequest): number | null {
  if (findNullArgument(schema, document, operation, variables)) return null;
  try {
    const cost = costOf({ schema, document, variables, operationName });
    return cost < heavyCost ? cost : null;
  } catch {
    // The variables do not match their types.
    return null;
  }
}

export function compileRead({ schema, document }: Pick<CheckedRead, 'schema' | 'document'>): RunRead | null {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operations.length !== 1 || !isPlain(document)) return null;
  const compiled = compileQuery(schema, document);
  if (!isCompiledQuery(compiled)) return null;
  return async (contextValue, variables) => {
    // graphql-jit treats an empty list as an object.
    if (Object.values(variables).some(Array.isArray)) return null;
    const { data, errors } = await compiled.query(undefined, contextValue, variables);
    return errors ? null : ((data as Data | null | undefined) ?? null);
  };
}

/** graphql-jit turns an omitted variable inside a value into null, and has directives of its own. */
function isPlain(document: DocumentNode): boolean {
  let isPlainSoFar = true;
  const refuse = () => {
    isPlainSoFar = false;
    return BREAK;
  };
  visit(document, {
    Directive: refuse,
    Variable: (_node, _key, _parent, _path, ancestors) =>
      ancestors.some((ancestor) => 'kind' in ancestor && withinValue.has(ancestor.kind)) ? refuse() : undefined,
  });
  return isPlainSoFar;
}

const withinValue: ReadonlySet<string> = new Set([Kind.OBJECT, Kind.LIST]);
