/** '1,000' in every browser's language, because the page is in English. */
export const figures = (count: number): string => count.toLocaleString('en-US');
