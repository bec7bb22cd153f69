import { domainToASCII } from 'node:url';

const maxLength = 254;
const maxLocalLength = 64;
/** Before it is trimmed and its domain is encoded. */
export const maxWrittenLength = 4 * maxLength;
/** Spaces, control and invisible characters, and those with a meaning in mail headers or URLs. */
const refusedCharacters = /[\s\p{C}"(),:;<>[\\\]%@]/u;

/**
 * The canonical form of an address, under which it is stored and found; null if invalid. Domains become ASCII, which
 * all spellings share. The local part is only lower-cased: it must never become another mailbox, so one that Unicode
 * would fold into another is rejected.
 */
export function canonicalEmail(text: string): string | null {
  if (text.length > maxWrittenLength) return null;
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const written = trimmed.slice(0, Math.max(at, 0));
  const local = written.toLowerCase();
  const domain = trimmed.slice(at + 1);
  // Checked as written, too: U+212A, the Kelvin sign, is lower-cased to a plain k.
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
