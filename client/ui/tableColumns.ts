import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  numeric?: boolean;
  /** Without its heading before it where every row is a card. */
  bare?: boolean;
}

export interface SortChoice<Sort extends string> {
  value: Sort;
  /** As the list of choices calls it, where there are no headings to press. */
  label: string;
  column: string;
  direction: 'ascending' | 'descending';
}

export interface TableSort<Sort extends string> {
  value: Sort;
  choices: readonly SortChoice<Sort>[];
  onChange: (value: Sort) => void;
  /** The screen has a list of the choices of its own. */
  hasOwnList?: boolean;
}

export interface TableSelection<Row> {
  selected: ReadonlySet<string>;
  nameOf: (row: Row) => string;
  onChange: (selected: ReadonlySet<string>) => void;
}

/** What pressing a column's heading sorts by: its first choice, then its other ones in turn. */
export function nextSort<Sort extends string>({ value, choices }: Omit<TableSort<Sort>, 'onChange'>, column: string) {
  const own = choices.filter((choice) => choice.column === column);
  const at = own.findIndex((choice) => choice.value === value);
  return own[(at + 1) % own.length]?.value;
}

/** The rows with these ids chosen, or none of them. */
export function withChosen(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  chosen: boolean,
): ReadonlySet<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (chosen) next.add(id);
    else next.delete(id);
  }
  return next;
}
