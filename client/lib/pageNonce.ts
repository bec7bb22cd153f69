/** What the page's policy lets styles in by; no global holds it. On the server, which puts the answer's own in its place, a text. */
export function pageNonce(): string {
  if (typeof document === 'undefined') return '__CSP_NONCE__';
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || '';
}
