import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { breakpoints } from '../theme/breakpoints';

type Width = number | `${number}%`;
type Styles = Exclude<SxProps<Theme>, readonly unknown[]>;

/** Styles of the whole table, because rows are too many for their own; cells are selected by `data-column`. */
export interface TableStyles {
  /** For the column layout. */
  columns?: Styles;
  /** For the card layout: a grid whose areas are named after the columns. */
  cards: Styles;
}

export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned. */
  numeric?: boolean;
  /** Without it, an equal share of the remaining width. */
  width?: Width | Partial<Record<keyof typeof breakpoints, Width>>;
  /** Without a label when rows are cards. */
  bare?: boolean;
}

export interface SortChoice<Sort extends string> {
  value: Sort;
  /** In the sort select, when rows are cards. */
  label: string;
  column: string;
  direction: 'asc' | 'desc';
}

export interface TableSort<Sort extends string> {
  value: Sort;
  choices: readonly SortChoice<Sort>[];
  onChange: (value: Sort) => void;
  /** The page has its own sort select. */
  hasOwnList?: boolean;
}

export interface TableSelection<Row> {
  selected: ReadonlySet<string>;
  nameOf: (row: Row) => string;
  onChange: (selected: ReadonlySet<string>) => void;
}

/** The sort after a click on a column's heading: cycles through the column's choices. */
export function nextSort<Sort extends string>({ value, choices }: Omit<TableSort<Sort>, 'onChange'>, column: string) {
  const own = choices.filter((choice) => choice.column === column);
  const at = own.findIndex((choice) => choice.value === value);
  return own[(at + 1) % own.length]?.value;
}

export function withSelected(
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
