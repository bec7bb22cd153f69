/** '1,000', in every browser's language: the words around it are English. */
export const figures = (count: number): string => count.toLocaleString('en-US');
