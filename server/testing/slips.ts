/** The text with one letter inserted, deleted, replaced or exchanged with its neighbour, at the given place. */
export function withSlip(
  text: string,
  kind: 'more' | 'less' | 'other' | 'exchanged',
  at: number,
  letter = 'q',
): string {
  const letters = Array.from(text);
  const [here = '', next = ''] = letters.slice(at, at + 2);
  const slips = { more: [letter, here, next], less: [next], other: [letter, next], exchanged: [next, here] };
  return [...letters.slice(0, at), ...slips[kind], ...letters.slice(at + 2)].join('');
}
