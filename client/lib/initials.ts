/** 'Anna Meyer' → 'AM', 'anna.meyer@example.com' → 'AM', 'Anna' → 'A'. */
export function initials(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return `${first}${last}`.toUpperCase() || '?';
}
