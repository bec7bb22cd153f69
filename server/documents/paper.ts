/** Everything that a printed paper says; how it is drawn follows from it. */
export interface Paper {
  readonly title: 'Invoice' | 'Credit note' | 'Packing slip';
  /** Below the title, the first one in bold. */
  readonly facts: readonly string[];
  /** Who sends it, a line each; the first one is the name. */
  readonly sender: readonly string[];
  /** At most two: addresses and the like. */
  readonly parties: readonly Party[];
  readonly columns: readonly Column[];
  /** A text for each column. */
  readonly rows: readonly (readonly string[])[];
  readonly sums: readonly Sum[];
  /** Below the sums. */
  readonly notes: readonly string[];
  /** At the foot of every page. */
  readonly foot: string;
  /** Of the file, without its ending. */
  readonly name: string;
}

export interface Party {
  readonly label: string;
  readonly lines: readonly string[];
}

export interface Column {
  readonly title: string;
  /** Its part of the width. */
  readonly share: number;
  /** BOX: empty, to be ticked by hand. */
  readonly kind: 'TEXT' | 'NUMBER' | 'BOX';
}

export interface Sum {
  readonly label: string;
  readonly amount: string;
  readonly isTotal?: true;
}
