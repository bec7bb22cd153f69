/** Finds the column that a header cell names, ignoring case and surrounding spaces. */
export const columnFinder =
  <Column extends string>(columns: readonly Column[]) =>
  (cell: string): Column | undefined =>
    columns.find((column) => column.toLowerCase() === cell.trim().toLowerCase());
