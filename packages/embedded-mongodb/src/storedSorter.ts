import type { StoredDocument } from './records';
import { Sorter, type SortField } from './sort';
import { compileFieldReader, type ReadFields } from './storedFields';

/** Sorts stored documents and decodes only their sort fields. */
export class StoredSorter {
  private readonly sorter: Sorter<StoredDocument>;
  private readonly read: ReadFields;

  constructor(sort: readonly SortField[], limit: number) {
    this.sorter = new Sorter(sort, limit);
    this.read = compileFieldReader(sort.map(({ parts }) => parts[0] ?? ''));
  }

  add(stored: StoredDocument): void {
    this.sorter.add(stored, stored.fieldsBy(this.read), stored.bytes.length);
  }

  result(): StoredDocument[] {
    return this.sorter.result();
  }
}
