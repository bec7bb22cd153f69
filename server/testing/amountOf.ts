interface Amounts {
  /** The amount for slow servers (KIOSK_FEW); each case must still cover its subject. */
  readonly few: number;
  readonly usual: number;
  /** The amount required by the issue (KIOSK_LONG). */
  readonly long?: number;
}

/** How much a test stores, queries or repeats. */
export function amountOf({ few, usual, long = usual }: Amounts): number {
  if (process.env['KIOSK_FEW']) return few;
  return process.env['KIOSK_LONG'] ? long : usual;
}
