/**
 * Bidi overrides, byte order marks and annotation characters. Joiners, direction marks and variation selectors stay, because
 * scripts and emoji need them.
 */
const invisibleControls = /[\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
/** U+2800 and U+1D159 are symbols without a visible glyph. */
const visible = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** A name as the server stores it (`server/text/cleanLine.ts`; a test compares both); '' without a visible character. */
export function cleanName(text: string): string {
  const line = text.replace(invisibleControls, '').normalize('NFC').trim();
  return visible.test(line) ? line : '';
}
