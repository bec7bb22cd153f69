/** A call of the API as the dashboard makes it. */
export interface Call {
  readonly operation: string;
  readonly body: string;
}
