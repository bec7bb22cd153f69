import type { Collection } from './catalog';
import type { Condition } from './matcher';
import { matches } from './matcher';
import { numberPrefix, StoredDocument } from './records';
import { Sorter, type SortField } from './sort';
import { keysOf, unsealRecord, type Store } from './store';
import type { Doc } from './values';

export interface QueryRequest {
  collection: Collection;
  condition: Condition;
  sort: SortField[];
  hint?: string | Doc;
  /** The caller only counts: no document needs to be read where the keys tell. */
  keysOnly?: boolean;
  /** As many as are wanted at most; Infinity for all. */
  limit: number;
}

/** Yields null where a document was examined and did not match, so that a reader can pause in a long scan. */
export type DocumentStream = Generator<StoredDocument | null, void, void>;

export interface QueryPlan {
  documents(): DocumentStream;
  statistics: { totalKeysExamined: number; totalDocsExamined: number };
  winningPlan: Doc;
}

export function planQuery(store: Store, request: QueryRequest): QueryPlan {
  const statistics = { totalKeysExamined: 0, totalDocsExamined: 0 };
  function* scan(): DocumentStream {
    const low = numberPrefix(request.collection.id);
    for (const { key, value } of keysOf(store.records, {
      low,
      high: numberPrefix(request.collection.id + 1),
      reverse: false,
    })) {
      statistics.totalDocsExamined++;
      const stored = new StoredDocument(key, unsealRecord(value));
      yield matches(request.condition, stored.document) ? stored : null;
    }
  }
  function* sorted(): DocumentStream {
    const sorter = new Sorter<StoredDocument>(request.sort, request.limit);
    for (const stored of scan()) {
      if (stored) sorter.add(stored, stored.document, stored.bytes.length);
      yield null;
    }
    yield* sorter.result();
  }
  return { documents: request.sort.length > 0 ? sorted : scan, statistics, winningPlan: { stage: 'COLLSCAN' } };
}
