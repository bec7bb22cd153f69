import { parse as parseQuery } from 'node:querystring';
import { getOperationAST } from 'graphql';
import { compileRead, interpretRead, type RunRead } from '../graphql/compileRead';
import { createBoundedCache } from '../cache/boundedCache';
import { costOf, heavyCost, readsFor } from '../graphql/cost';
import { documentSize } from '../graphql/documentSize';
import { findNullArgument } from '../graphql/nullArguments';
import { readParameters } from './graphqlParameters';
import { textByHash } from './operationsByHash';
import { readJsonBody } from './requestBody';
import type { SharedRead } from './requestState';
import { storeAnswer, type AnswerHead, type StoredAnswer } from './storedAnswer';

/** A request for a public read, as far as its answer may depend on it. */
export interface Asked {
  /** Method, path, version and headers: all that an answer's headers depend on. */
  readonly head: string;
  readonly url: string;
  /** null for a GET. */
  readonly body: Buffer | null;
}

/** Resolving to null: the application has to answer after all. */
interface DirectRead {
  readonly run: (contextValue: unknown) => Promise<StoredAnswer | null>;
  /** What it takes of the limit. */
  readonly reads: number;
}

interface DirectReads {
  /** null: the application has to answer. */
  readonly find: (asked: Asked) => DirectRead | null;
  /** What the application has answered, and how. */
  readonly learn: (asked: Asked, head: AnswerHead, read: SharedRead) => void;
}

interface Question {
  readonly source: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Known extends SharedRead {
  uses: number;
  run: RunRead;
}

/** A document with the code that graphql-jit makes of it, to the document alone; measured. */
const compiledShare = 3;
const sizeOfHead = (head: AnswerHead) => 2 * JSON.stringify(head).length;

/** Compiling takes as long as hundreds of answers: who asks once is not worth it, and cannot make us do it. */
const usesBeforeCompiling = 50;

/**
 * Public reads whose document Apollo has parsed and checked before, from requests with headers that Express has answered
 * before: only what differs is done. Nothing is refused or explained here: whatever is not a plain good answer is left to the
 * application, which asks again.
 */
export function createDirectReads(): DirectReads {
  const heads = createBoundedCache<AnswerHead>('answerHeads', sizeOfHead);
  const documents = createBoundedCache<Known>('directReads', ({ document }) => compiledShare * documentSize(document));

  const find: DirectReads['find'] = (asked) => {
    const head = heads.get(asked.head);
    const question = head ? questionIn(asked) : null;
    const known = question ? documents.get(keyOf(question)) : undefined;
    if (!head || !question || !known) return null;
    const cost = acceptableCost(known, question.variables);
    if (cost === null) return null;
    const run: DirectRead['run'] = async (contextValue) => {
      known.uses += 1;
      if (known.uses === usesBeforeCompiling) known.run = compileRead(known) ?? known.run;
      const { data, errors } = await known.run(contextValue, question.variables);
      if (errors || !data) return null;
      // As Apollo writes it.
      return storeAnswer(head, `${JSON.stringify({ data })}\n`, { route: 'graphql', operations: known.operations });
    };
    return { run, reads: readsFor(cost) };
  };

  const learn: DirectReads['learn'] = ({ head: key }, head, read) => {
    heads.set(key, head);
    if (documents.has(keyOf(read))) return;
    documents.set(keyOf(read), { ...read, uses: 0, run: interpretRead(read) });
  };

  return { find, learn };
}

const keyOf = ({ source, operationName }: Pick<Question, 'source' | 'operationName'>) => `${operationName}\n${source}`;

/** null: not just a question. */
function questionIn({ url, body }: Asked): Question | null {
  try {
    const { query, operationName = null, variables, ...others } = body ? readJsonBody(body) : inAddress(url);
    if (Object.keys(others).length > 0 || typeof query !== 'string') return null;
    if (operationName !== null && typeof operationName !== 'string') return null;
    const values = variables ?? {};
    if (typeof values !== 'object' || Array.isArray(values)) return null;
    return { source: query, operationName: operationName || null, variables: values as Question['variables'] };
  } catch {
    return null;
  }
}

/** By its text or its hash. */
function inAddress(url: string): Readonly<Record<string, unknown>> {
  const { parameters } = readParameters(parseQuery(url.slice(url.indexOf('?') + 1)));
  const { hash, query, operationName, variables, ...others } = parameters;
  if (Object.keys(others).length > 0 || (hash !== undefined && query !== undefined)) return {};
  return {
    query: hash === undefined ? query : textByHash(hash, operationName),
    operationName,
    variables: variables === undefined ? undefined : (JSON.parse(variables) as unknown),
  };
}

/** null: Apollo would not go on to execute it, or not always. */
function acceptableCost({ schema, document, operationName }: Known, variables: Question['variables']): number | null {
  const operation = getOperationAST(document, operationName);
  if (!operation || findNullArgument(schema, document, operation, variables)) return null;
  try {
    const cost = costOf({ schema, document, variables, operationName: operationName ?? undefined });
    return cost < heavyCost ? cost : null;
  } catch {
    // Variables that do not fit.
    return null;
  }
}
