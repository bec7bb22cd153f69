import fc from 'fast-check';
import { cleanName } from '../../client/lib/cleanName';
import { parseInput } from '../../server/graphql/input';
import { sendContactMessageInput } from '../../server/messages/messages.input';
import { changedRowInput, createProductInput } from '../../server/products/products.input';
import { cleanLine, isBlank } from '../../server/text/cleanLine';
import { registerUserInput, updateProfileInput } from '../../server/users/users.input';

const person = { email: 'ada@kiosk.test', photoURL: '' };
/** Every place where a name is entered. */
const entries: readonly (readonly [string, (name: string) => string | null | undefined])[] = [
  ['a new product', (name) => parseInput(createProductInput, { name, price: 1 }).name],
  ['an edited product', (name) => parseInput(changedRowInput, { name }).name],
  ['a new person', (name) => parseInput(registerUserInput, { ...person, name }).name],
  ['a profile', (name) => parseInput(updateProfileInput, { name, photoURL: null }).name],
  [
    'a sender',
    (name) => parseInput(sendContactMessageInput, { name, email: person.email, message: 'A message of mine' }).name,
  ],
];

const kept = [
  '👨‍👩‍👧 Family', // ZWJ
  '❤️ Red', // VS16
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Flag', // tags
  'می\u200cخواهم', // ZWNJ
  'क्\u200dष', // ZWJ of an Indic script
  'ab\u200e\u200f', // direction marks
  'न्‍य',
];
const turning = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a\ufff9\ufeff'];
const blank = ['\u3164', '\u2800', '\uffa0', '\u115f', '\u1160', '\u00ad', '\u200b', '\u2060', '\u180e', '\u{1d159}'];

describe.each(entries)('the name of %s', (_, nameOf) => {
  it.each(kept)('keeps the joiners and marks of %j', (name) => expect(nameOf(name)).toBe(name.normalize('NFC')));

  it.each(turning)('loses %j, which changes the text direction', (control) => {
    expect(nameOf(`${control}Blue${control} Lamp${control}`)).toBe('Blue Lamp');
  });

  it.each(['a\0b', 'a\u0007b', 'a\u001bb', 'a\tb', 'a\nb', 'a\u0085b', 'a\u2028b'])('rejects %j', (name) => {
    expect(() => nameOf(name)).toThrow('Name holds characters that cannot be used');
  });

  it.each([...blank, ...turning, ' ', '\u00a0\u3000'])('is required, and %j alone counts as empty', (letter) => {
    expect(() => nameOf(letter.repeat(3))).toThrow('Name is required');
    expect(() => nameOf(`${letter} ${letter}`)).toThrow('Name is required');
  });
});

it('drops invisible categories and direction characters', () => {
  const categories = ['\u3164\u3164', '\u202eLamps', 'Lamps', '\u00ad'];
  expect(parseInput(createProductInput, { name: 'Lamp', price: 1, categories }).categories).toEqual(['Lamps']);
});

it('is cleaned alike by the forms and the server', () => {
  const letter = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...kept, ...turning, ...blank));
  const text = fc.array(letter, { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (name) => {
      const line = cleanLine(name);
      expect(cleanName(name)).toBe(isBlank(line) ? '' : line);
    }),
    { numRuns: 2_000, seed: 20260303 },
  );
});
