/** Which of the columns a cell of the header names, however it is written and spaced. */
export const columnFinder =
  <Column extends string>(columns: readonly Column[]) =>
  (cell: string): Column | undefined =>
    columns.find((column) => column.toLowerCase() === cell.trim().toLowerCase());
