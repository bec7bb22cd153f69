/**
 * Bidirectional overrides and invisible formatting characters. Joiners, direction marks and variation selectors are
 * kept: scripts and emoji need them.
 */
const unseenControls = /[\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
/** U+2800 and U+1D159 are symbols that look blank. */
const visible = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** Normalizes a line for storage; `client/lib/cleanName.ts` does the same with names. */
export const cleanLine = (text: string): string => text.replace(unseenControls, '').normalize('NFC').trim();

export const isBlank = (text: string): boolean => !visible.test(text);
