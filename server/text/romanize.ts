import anyAscii from 'any-ascii';

/** Letters and digits of any script in Latin letters, in lower case: 'Łódź' is 'lodz', 'Привет' 'privet'. Empty for what has none. */
export const romanize = (letters: string): string => anyAscii(letters).toLowerCase();
