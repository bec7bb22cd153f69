/** A link that writes to this address and does nothing else: what `?`, `&` and `#` in it would add are other fields. */
export function mailtoAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `mailto:${[email.slice(0, Math.max(at, 0)), email.slice(at + 1)].map(encodeURIComponent).join('@')}`;
}
