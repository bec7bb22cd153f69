/**
 * The CSP nonce for styles; no script is allowed by it. During server rendering the placeholder that the server replaces
 * per response.
 */
export function pageNonce(): string {
  if (typeof document === 'undefined') return '__CSP_NONCE__';
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || '';
}
