/** '1,000' in every browser's language, because the page is in English. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');
