/** A GraphQL call like the dashboard's. */
export interface Call {
  readonly operation: string;
  readonly body: string;
}
