import type { CartLine } from './cartCache';

const pendingPrefix = 'pending-';
let pendingCount = 0;

/** Not confirmed by the server yet: it has no id by which it could be removed. */
export const isPending = ({ id }: Pick<CartLine, 'id'>): boolean => id.startsWith(pendingPrefix);

export function pendingId(): string {
  pendingCount += 1;
  return `${pendingPrefix}${pendingCount}`;
}

/** A list that was loaded meanwhile may contain it already. */
export function withLine(lines: readonly CartLine[], line: CartLine, at = lines.length): readonly CartLine[] {
  return lines.some(({ id }) => id === line.id) ? lines : lines.toSpliced(at, 0, line);
}

type SortKey = Pick<CartLine, 'id' | 'createdAt'>;

/** The index at which the server lists a restored line: oldest first, then by id; pending ones last. */
export function insertionIndex(line: SortKey, lines: readonly SortKey[]): number {
  const isLater = ({ id, createdAt }: SortKey) =>
    createdAt === null ||
    (line.createdAt !== null && (createdAt > line.createdAt || (createdAt === line.createdAt && id > line.id)));
  const place = lines.findIndex(isLater);
  return place < 0 ? lines.length : place;
}
