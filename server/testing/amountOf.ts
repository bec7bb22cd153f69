interface Amounts {
  /** What slow servers of others can do with (KIOSK_FEW): each case still holds what it is about. */
  readonly few: number;
  readonly usual: number;
  /** The figure of the issue (KIOSK_LONG). */
  readonly long?: number;
}

/** How much a test stores, asks or repeats. */
export function amountOf({ few, usual, long = usual }: Amounts): number {
  if (process.env['KIOSK_FEW']) return few;
  return process.env['KIOSK_LONG'] ? long : usual;
}
