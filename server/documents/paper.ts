/** The content of a printed document, independent of its layout. */
export interface Paper {
  readonly title: 'Invoice' | 'Credit note' | 'Packing slip';
  /** Below the title, the first one in bold. */
  readonly facts: readonly string[];
  /** The sender, one entry per line; the first one is the name. */
  readonly sender: readonly string[];
  /** At most two: addresses and the like. */
  readonly parties: readonly Party[];
  readonly columns: readonly Column[];
  /** One text per column. */
  readonly rows: readonly (readonly string[])[];
  readonly sums: readonly Sum[];
  /** Below the totals. */
  readonly notes: readonly string[];
  /** The footer of every page. */
  readonly foot: string;
  /** The file name without extension. */
  readonly name: string;
}

export interface Party {
  readonly label: string;
  readonly lines: readonly string[];
}

export interface Column {
  readonly title: string;
  /** Its share of the width. */
  readonly share: number;
  /** BOX: an empty check box to be ticked by hand. */
  readonly kind: 'TEXT' | 'NUMBER' | 'BOX';
}

export interface Sum {
  readonly label: string;
  readonly amount: string;
  readonly isTotal?: true;
}
