/**
 * What is looked for, as it stands in the address, in chips and in what is sent: without what the server refuses, at most 200 characters
 * and no half of one.
 */
export const tidySearch = (text: string): string =>
  text
    .replace(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, 200)
    .replace(/ ?[\ud800-\udbff]?$/, '');
