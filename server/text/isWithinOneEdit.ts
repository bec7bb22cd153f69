/** True up to one insertion, deletion, substitution or transposition of neighbours. */
export function isWithinOneEdit(a: readonly string[], b: readonly string[]): boolean {
  let start = 0;
  let [endOfA, endOfB] = [a.length, b.length];
  while (start < Math.min(endOfA, endOfB) && a[start] === b[start]) start += 1;
  while (Math.min(endOfA, endOfB) > start && a[endOfA - 1] === b[endOfB - 1])
    [endOfA, endOfB] = [endOfA - 1, endOfB - 1];
  const [left, right] = [endOfA - start, endOfB - start];
  if (left <= 1 && right <= 1) return true;
  return left === 2 && right === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}
