import type { Operation } from '../policy';

export type Values = Readonly<Record<string, unknown>>;

/** What a call carries, read and checked against the row's names. */
export interface RestCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Values;
}

/**
 * One call of the specification's section 7: which operation answers it and how the two shapes are mapped. Rules, queries
 * and rights live behind the operation and nowhere here.
 */
export interface Endpoint {
  /** The acceptance rows it answers. */
  readonly rows: readonly string[];
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Where two rows share method and path: this one answers only calls with this query parameter. */
  readonly whenQuery?: string;
  /** What else may stand behind the `?`, beside a list's page: as OpenAPI describes it. */
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** A product file instead of JSON: as the body, whose rows are its `rows`, or as the answer, which is always whole. */
  readonly csv?: 'taken' | 'given';
  readonly summary: string;
  /** What stands in the path's or the query's variable parts. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly operation: Operation;
  readonly document: string;
  /** Body fields that are handed on, and those that are known but overruled by the server (decision 4). */
  readonly body?: {
    readonly used: readonly string[];
    readonly required: readonly string[];
    readonly overruled: readonly string[];
  };
  readonly variables: (call: RestCall) => Values;
  readonly status: 200 | 201;
  /** For a connection: its rows are streamed until the end. */
  readonly list?: true;
  /** The field of the operation's payload that is the answer; without one, all of it is. */
  readonly part?: string;
  /** A sentence for 404, where the operation answers null. */
  readonly absent?: string;
  /** The body's `version` may come as `If-Match`, too. */
  readonly ifMatch?: true;
  /** What a bare value is called in the answer. */
  readonly valueName?: string;
  /** Guests may call it, too: with the token of their checkout in `X-Checkout-Token`, or also without one. */
  readonly guests?: 'withToken' | 'withOrWithoutToken';
}

/** Whether a caller may ask for a page of its list; a file is always whole. */
export const hasPages = ({ list, csv }: Pick<Endpoint, 'list' | 'csv'>): boolean => list === true && csv === undefined;

export interface QueryParameter {
  readonly description: string;
  readonly required?: true;
  readonly schema: Values;
}

/** A body is the operation's input, and a call done is answered 200, where the row says nothing else. */
export type EndpointRow = Omit<Endpoint, 'variables' | 'status'> & Partial<Endpoint>;
