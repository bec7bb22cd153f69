/** Finds the column that a header cell names, ignoring case and surrounding spaces. */
export function columnFinder<Column extends string>(columns: readonly Column[]) {
  const byName = new Map(columns.map((column) => [column.toLowerCase(), column]));
  return (cell: string): Column | undefined => byName.get(cell.trim().toLowerCase());
}
