/** A4, in points. */
export const page = { width: 595.28, height: 841.89, margin: 54 } as const;

export const left = page.margin;
export const right = page.width - page.margin;
export const width = right - left;
/** The rule above the footer; content ends above it. */
export const footAt = page.height - 62;
export const bottom = footAt - 10;

export const sizes = { title: 22, number: 11, text: 9, small: 8.5, total: 13 } as const;

/** Line spacing. */
export const lineHeight = (size: number): number => size * 1.32;
