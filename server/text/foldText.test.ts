import fc from 'fast-check';
import { foldText } from './foldText';

test.each([
  ['Café', 'cafe'],
  ['CAFE\u0301', 'cafe'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['Οδυσσεύς', 'οδυσσευσ'],
  ['ΟΔΥΣ', 'οδυσ'],
  ['İSTANBUL', 'istanbul'],
  ['ısı ISI', 'isi isi'],
  ['Straße STRAẞE', 'strasse strasse'],
  ['Men’s ‘x’ `y´', "men's 'x' 'y'"],
  ['“Deluxe” „neu“ «déjà» 24″', '"deluxe" "neu" "deja" 24"'],
  ['A–B — C‑D −1', 'a-b - c-d -1'],
  ['ｆｕｌｌ　ＷＩＤＴＨ', 'full width'],
  ['ﾊﾟｿｺﾝ', 'パソコン'],
  ['Øresund Łódź Đà Nẵng Ærø Œuvre Þór Ħal ﬁne ﬀ ĳ', 'oresund lodz da nang aero oeuvre thor hal fine ff ij'],
  ['Điện Biên', 'dien bien'],
  ['Ёлка Й', 'елка и'],
  ['Ω K Å ſ', 'ω k a s'],
  ['  Blue \u00a0\u2003 Lamp\t', 'blue lamp'],
  ['\u00a0\u3000 \t', ''],
  ['soft\u00adhyphen می\u200cخواهم ❤\ufe0f', 'softhyphen میخواهم ❤'],
  ['شَمْس أحمد שָׁלוֹם', 'شمس احمد שלום'],
  ['½ Ⅷ ™ …', '1⁄2 viii tm ...'],
  ['Էջ ԷՋ Ა ა', 'էջ էջ ა ა'],
])('folds %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test.each([
  ['か', 'が'],
  ['한', '하'],
  ['कि', 'का'],
  ['ที', 'ทู'],
  ['o', '0'],
  ['aa', 'å'],
  ['lamps', 'lamp'],
  ['mens', "men's"],
  ['字', '学'],
  ['е', 'e'],
])('folds %j and %j differently', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other));
});

test('folds every character to at most six bytes or its own length, idempotently', () => {
  const wrong: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const character = String.fromCodePoint(point);
    if (/[\p{Unassigned}\p{Private_Use}\p{Surrogate}]/u.test(character)) continue;
    const folded = foldText(character);
    if (
      foldText(folded) !== folded ||
      Buffer.byteLength(folded) > Math.max(6, Buffer.byteLength(character.normalize('NFC')))
    )
      wrong.push(point.toString(16));
  }
  expect(wrong).toEqual([]);
});

test('folding is idempotent for any text', () => {
  const letter = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('ß', 'ﬁ', ' ', '゙', '가'),
  );
  const text = fc.array(letter, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (raw) => {
      expect(foldText(foldText(raw))).toBe(foldText(raw));
      expect(foldText(raw.normalize('NFD'))).toBe(foldText(raw));
    }),
    { numRuns: 3_000, seed: 20260302 },
  );
});
