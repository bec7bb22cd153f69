import { createFrequentTexts } from './frequentTexts';

let time = 0;
const create = () => createFrequentTexts(() => time);

test('a text that was learned is known, and every part of it, up to the number that was found', () => {
  const texts = create();
  texts.learn('everyday', 300);
  expect(['everyday', 'very', 'veryd'].map((text) => texts.isKnown(text, 300))).toEqual([true, true, true]);
  expect(['everyday mug', 'every day', 'lamp'].map((text) => texts.isKnown(text, 300))).toEqual([false, false, false]);
  expect([texts.isKnown('very', 100), texts.isKnown('very', 301)]).toEqual([true, false]);
});

test('what was learned ten minutes ago is forgotten', () => {
  const texts = create();
  texts.learn('lamp', 100);
  time += 600_000;
  expect(texts.isKnown('lamp', 100)).toBe(true);
  time += 1;
  expect(texts.isKnown('lamp', 100)).toBe(false);
});

test('of more than 256 texts those that were learned first are forgotten', () => {
  const texts = create();
  for (let n = 0; n < 257; n += 1) texts.learn(`text ${n}.`, 100);
  expect([texts.isKnown('text 0.', 100), texts.isKnown('text 1.', 100), texts.isKnown('text 256.', 100)]).toEqual([
    false,
    true,
    true,
  ]);
});
