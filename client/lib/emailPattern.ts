/**
 * Follows the server's rule (`server/auth/canonicalEmail.ts`), which is authoritative: at most 254 characters, 64 before
 * the @; no sign with a meaning in mail headers or URLs; labels of at most 63 characters, without a hyphen at their ends,
 * the last one not of digits alone. Only the server measures a domain as it is encoded, and refuses letters that Unicode
 * folds; only forms ask for a dot in the domain.
 */
export const emailPattern =
  /^(?=.{0,254}$)[^\s\p{C}"(),:;<>[\\\]%@]{1,64}@(?!-|.*(?:\.-|-\.|-$|\.\d+$))[^\s\p{C}"(),:;<>[\\\]%@/?#^|.]{1,63}(?:\.[^\s\p{C}"(),:;<>[\\\]%@/?#^|.]{1,63})+$/u;
