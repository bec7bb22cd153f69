/** How many rows the list of this step in the history has shown: kept with the step, so that a reload has them again. */
export function rowsOfEntry(): number {
  const rows = (history.state as { rows?: unknown } | null)?.rows;
  return typeof rows === 'number' && Number.isSafeInteger(rows) ? rows : 0;
}

export function keepRowsOfEntry(rows: number): void {
  if (rows === rowsOfEntry()) return;
  history.replaceState({ ...(history.state as object | null), rows }, '');
}
