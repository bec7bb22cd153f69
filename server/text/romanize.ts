import anyAscii from 'any-ascii';

/** Romanized letters and digits in lower case: 'Łódź' is 'lodz', 'Привет' 'privet'. Empty if there are none. */
export const romanize = (letters: string): string => anyAscii(letters).toLowerCase();

/** Romanized text: 'Привет' is 'Privet'. Empty if it has no letters. */
export const inLatinLetters = (text: string): string => anyAscii(text);
