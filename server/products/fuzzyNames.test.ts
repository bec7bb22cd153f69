import fc from 'fast-check';
import { withSlip } from '../testing/slips';
import { foldText } from '../text/foldText';
import { isWithinOneEdit } from '../text/isWithinOneEdit';
import { fuzzyMatchName, nearSubstrings, wordsOf } from './fuzzyNames';

const near = (search: string, name: string) => fuzzyMatchName(wordsOf(foldText(search)), foldText(name));

test.each([
  ['an extra letter', 'lampp', 'Blue Lamp', 1, 'lamp'],
  ['a missing letter', 'lmp', 'Blue Lamp', 1, 'lamp'],
  ['a wrong letter', 'lanp', 'Blue Lamp', 1, 'lamp'],
  ['two swapped letters', 'lmap', 'Blue Lamp', 1, 'lamp'],
  ['a wrong first letter', 'kettle', 'Settle Bench', 1, 'settle'],
  ['words in another order', 'lamp blue', 'Blue Lamp', 0, 'blue lamp'],
  ['words in another order with two typos', 'lampe bleu', 'Blue Lamp', 2, 'blue lamp'],
  ['words with others between them', 'alder lmap', 'Alder Ceramic Table Lamp', 1, null],
  ['the beginning of a word', 'wirelss head', 'Stillwater Wireless Headphones', 1, 'wireless head'],
  ['a typo in the beginning of a word', 'headhp', 'Wireless Headphones', 2, 'headphones'],
  ['accents', 'creme bruleé dihs', 'Crème Brûlée Dish', 1, 'creme brulee dish'],
  ['Greek', 'λαμπα μλπε', 'Μπλε Λάμπα', 1, 'μπλε λαμπα'],
  ['Cyrillic', 'ламра', 'Синяя Лампа', 1, 'лампа'],
  ['Hebrew', 'מנרוה', 'מנורה כחולה', 1, 'מנורה'],
  ['Arabic', 'مصباخ', 'مصباح أزرق', 1, 'مصباح'],
  ['Korean', '램브', '파란 램프', null, null],
  ['longer Korean', '세라믹램브', '파란 세라믹램프', 1, '세라믹램프'],
  ['typographic quotes', 'childrens mgu', 'Children’s Mug', 2, "children's mug"],
  ['a missing hyphen', 'tshirt', 'Soft T‑Shirt', 1, 't-shirt'],
  ['a part of a word with a hyphen', 'shrit', 'Soft T-Shirt', 1, 'shirt'],
  ['a missing space between two of several words', 'grove yogamat', 'Grove Cork Yoga Mat', 1, null],
  ['a missing space between the only two words', 'yogamat', 'Grove Cork Yoga Mat', 1, 'yoga mat'],
  ['an extra space', 'head phones', 'Studio Headphones', 0, 'headphones'],
  ['punctuation around a word', '«bleu»', 'Lamp (blue)', 1, 'blue'],
  ['Japanese', 'ランブ', 'テーブルランプ青', 1, 'ランプ'],
  ['Chinese', '陶瓷台登', '蓝色陶瓷台灯', 1, '陶瓷台灯'],
  ['Thai', 'โคมไผ', 'ชุดโคมไฟสีฟ้า', 1, 'โคมไฟ'],
  ['letters outside the Basic Multilingual Plane', '𐐨𐐩𐐫𐐪', '𐐨𐐩𐐪𐐫 box', 1, '𐐨𐐩𐐪𐐫'],
  ['two typos in a word (no match)', 'lxxp', 'Blue Lamp', null, null],
  ['a missing word (no match)', 'blue kettle', 'Blue Lamp', null, null],
  ['a typo in a short word (no match)', 'tb', 'TV Set', null, null],
  ['a typo in the beginning of a word for a short text (no match)', 'lmap', 'Laptop', null, null],
])('%s: %s against %s', (_kind, search, name, distance, corrected) => {
  expect(near(search, name)).toEqual(distance === null ? null : { distance, corrected });
});

test.each(['', ' ', '%', '.*', '- "', Array.from({ length: 13 }, (_, number) => `word${number}`).join(' ')])(
  'has no words to compare: %j',
  (text) => expect(wordsOf(foldText(text))).toEqual([]),
);

const wordFrom = (minLength: number) =>
  fc.array(fc.constantFrom('a', 'b', 'é', 'λ', '字', '𐐨'), { minLength, maxLength: 9 });
const slip = fc.constantFrom('more', 'less', 'other', 'exchanged');

test('recognizes every single edit and finds a near substring of the word in the edited word', () => {
  fc.assert(
    fc.property(wordFrom(3), slip, fc.nat(), (letters, kind, place) => {
      const name = withSlip(letters.join(''), kind, place % letters.length);
      expect(isWithinOneEdit(letters, Array.from(name))).toBe(true);
      expect(nearSubstrings(letters.join('')).filter((piece) => name.includes(piece))).not.toEqual([]);
    }),
  );
});

test('the corrected text is a substring of the name', () => {
  fc.assert(
    fc.property(fc.array(wordFrom(4), { minLength: 1, maxLength: 5 }), slip, fc.nat(), (words, kind, place) => {
      const name = words.map((letters) => letters.join('')).join(' ');
      const typed = words.map((letters) => withSlip(letters.join(''), kind, place % letters.length));
      const found = fuzzyMatchName(typed, name);
      expect(found).not.toBeNull();
      expect(name).toContain(found?.corrected ?? '');
    }),
  );
});
