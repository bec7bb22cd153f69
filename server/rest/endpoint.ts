import type { Operation } from '../policy';

export type Values = Readonly<Record<string, unknown>>;

/** The call's parameters, parsed and checked against the row. */
export interface RestCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Values;
}

/**
 * A REST call of the specification's section 7: its GraphQL operation, and the mapping of input and output. Rules,
 * queries and permissions are implemented by the operation only.
 */
export interface Endpoint {
  /** The acceptance rows that it covers. */
  readonly rows: readonly string[];
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** For rows with the same method and path: requires this query parameter. */
  readonly whenQuery?: string;
  /** Query parameters beside a list's page, in OpenAPI's form. */
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** A CSV product file instead of JSON: `taken` as the request body with its `rows`, `given` as the response, always complete. */
  readonly csv?: 'taken' | 'given';
  readonly summary: string;
  /** Variables from path and query. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly operation: Operation;
  readonly document: string;
  /** Body fields that are passed on, and those accepted but ignored (decision 4). */
  readonly body?: {
    readonly used: readonly string[];
    readonly required: readonly string[];
    readonly overruled: readonly string[];
  };
  readonly variables: (call: RestCall) => Values;
  readonly status: 200 | 201;
  /** A connection whose nodes are streamed to the end. */
  readonly list?: true;
  /** The payload field that is returned; missing: the whole payload. */
  readonly part?: string;
  /** The message of the 404 if the operation returns null. */
  readonly absent?: string;
  /** The body's `version` may also be sent as `If-Match`. */
  readonly ifMatch?: true;
  /** The response field for a scalar result. */
  readonly valueName?: string;
  /** Whether guests may call it: with the token of their checkout in `X-Checkout-Token`, or without one. */
  readonly guests?: 'withToken' | 'withOrWithoutToken';
}

/** Whether the list can be paged; files are always complete. */
export const hasPages = ({ list, csv }: Pick<Endpoint, 'list' | 'csv'>): boolean => list === true && csv === undefined;

export interface QueryParameter {
  readonly description: string;
  readonly required?: true;
  readonly schema: Values;
}

/** By default the body is the operation's input, and success is 200. */
export type EndpointRow = Omit<Endpoint, 'variables' | 'status'> & Partial<Endpoint>;
