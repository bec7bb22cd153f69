/** The number of rows shown at this history entry, stored with it so that a reload loads as many. */
export function readHistoryRows(): number {
  const rows = (history.state as { rows?: unknown } | null)?.rows;
  return typeof rows === 'number' && Number.isSafeInteger(rows) ? rows : 0;
}

export function saveHistoryRows(rows: number): void {
  if (rows === readHistoryRows()) return;
  history.replaceState({ ...(history.state as object | null), rows }, '');
}
