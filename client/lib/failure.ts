/** Why a change was not made. */
export interface Failure {
  readonly sentence: string;
  /** Of the input; undefined: it concerns none. */
  readonly field: string | undefined;
}
