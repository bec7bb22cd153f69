/** A database that is not available. */
export interface NotMeasured {
  readonly name: string;
  readonly reason: string;
}

export function whyNot(name: string, error: unknown): NotMeasured {
  return { name, reason: error instanceof Error ? error.message : String(error) };
}
