import { domainToASCII } from 'node:url';

const maxLength = 254;
const maxLocalLength = 64;
/** Spaces, control and invisible characters, and what has a meaning of its own in a mail header or an address bar. */
const refusedCharacters = /[\s\p{C}"(),:;<>[\\\]%@]/u;

/**
 * The one spelling of an address under which Kiosk stores and finds it; null when it is none. Domains are brought to
 * their ASCII form, which every spelling of a domain shares. The name before the @ is only lower-cased: another mailbox
 * must never become this one, so a name that Unicode would fold into another is refused instead.
 */
export function canonicalEmail(text: string): string | null {
  if (text.length > 4 * maxLength) return null;
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const written = trimmed.slice(0, Math.max(at, 0));
  const local = written.toLowerCase();
  const domain = trimmed.slice(at + 1);
  // As it is written, too: U+212A, the Kelvin sign, is lower-cased to a plain k, and nothing is left to be seen of it.
  const isFolded = [written, local].some((text) => text !== text.normalize('NFKC'));
  if (local === '' || local.length > maxLocalLength || refusedCharacters.test(local) || isFolded) return null;
  if (refusedCharacters.test(domain) || /[/?#]/.test(domain)) return null;
  const ascii = domainToASCII(domain);
  if (!isDomain(ascii)) return null;
  const email = `${local}@${ascii}`;
  return email.length > maxLength ? null : email;
}

function isDomain(text: string): boolean {
  const labels = text.split('.');
  const isLabel = (label: string) =>
    label.length > 0 && label.length <= 63 && !label.startsWith('-') && !label.endsWith('-');
  return labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '');
}
