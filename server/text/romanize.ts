import anyAscii from 'any-ascii';

/** Letters and digits of any script in Latin letters, in lower case: 'Łódź' is 'lodz', 'Привет' 'privet'. Empty for what has none. */
export const romanize = (letters: string): string => anyAscii(letters).toLowerCase();

/** Text of any script as readers of Latin letters write it: 'Привет' is 'Privet'. Empty for what has none. */
export const inLatinLetters = (text: string): string => anyAscii(text);
