import type { CartLine } from './cartCache';

type Dated = Pick<CartLine, 'id' | 'createdAt'>;

/** Where the server would list a line that comes back: oldest first, then by id; what is still being added is last. */
export function placeOf(line: Dated, lines: readonly Dated[]): number {
  const isLater = ({ id, createdAt }: Dated) =>
    createdAt === null ||
    (line.createdAt !== null && (createdAt > line.createdAt || (createdAt === line.createdAt && id > line.id)));
  const place = lines.findIndex(isLater);
  return place < 0 ? lines.length : place;
}
