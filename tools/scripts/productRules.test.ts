import { numberFormatOf } from '../../client/features/products/csv/numberFormat';
import { isPhotoAddress } from '../../client/features/products/form/isPhotoAddress';
import { originalPriceOf } from '../../client/features/products/form/shopProduct';
import { isSlug, slugOf } from '../../client/features/products/form/slugOf';
import { numberFormatOf as serverNumberFormatOf, readNumber } from '../../server/products/readNumber';
import { originalPriceCents, toCents } from '../../server/products/money';
import { photoAddress } from '../../server/products/photoAddress';
import { maximumSlugLength, slugOf as serverSlugOf, slugPattern } from '../../server/products/slug';
import { line } from '../../server/graphql/input';
import { romanize } from '../../client/features/products/form/romanize';
import { cleanName } from '../../client/lib/cleanName';
import { hostileTexts } from '../../e2e/hostileTexts';

const names: readonly [string, string][] = [
  ['Ribbed wool beanie', 'ribbed-wool-beanie'],
  ['  Crème brûlée — Torch № 2  ', 'creme-brulee-torch-no-2'],
  ['Ærø Ǻngström ½', 'aero-angstrom-1-2'],
  ['ﬁne ＷＩＤＥ', 'fine-wide'],
  ['İstanbul', 'istanbul'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['Đà Nẵng', 'da-nang'],
  ['Œuvre', 'oeuvre'],
  ['Þingvellir', 'thingvellir'],
  ['ışık', 'isik'],
  ['Привет мир', 'privet-mir'],
  ['Καλημέρα', 'kalimera'],
  ['שלום', 'slvm'],
  ['東京', 'dongjing'],
  ['สวัสดี', 'swasdi'],
  ['\u202eMug\u2066', 'mug'],
  ['🦊🏳️‍🌈', 'product'],
  ['!!!', 'product'],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ['a'.repeat(100), 'a'.repeat(80)],
];

describe('M40 M41: the previews of the forms match the server', () => {
  it.each(names)('the slug of %j', (name, slug) => {
    expect(slugOf(cleanName(name), romanize)).toBe(slug);
    expect(serverSlugOf(line({ field: 'name', maximum: 200 }).parse(name))).toBe(slug);
  });

  it.each(['', 'a', 'a-b', 'a--b', '-a', 'a-', 'A', 'ä', 'a b', 'a'.repeat(200), 'a'.repeat(201), ...hostileTexts])(
    'whether %j is a slug',
    (text) => expect(isSlug(text)).toBe(slugPattern.test(text) && text.length <= maximumSlugLength),
  );

  it.each([
    ['/pictures/beanie-800.avif', true],
    ['https://example.com/a.png', true],
    ['HTTP://example.com', true],
    ['//evil.test/a.png', false],
    ['/\\evil.test', false],
    ['/.//evil.test', false],
    ['https://user:word@example.com/a.png', false],
    ['javascript:alert(1)', false],
    ['data:image/png;base64,AA', false],
    ['https:///a', false],
    ['pictures/a.avif', false],
    ['/a b', false],
    ['', false],
    ['https://example.com/a.png,https://example.com/b.png', false],
    ['https://example.com/a.png;HTTP://example.com/b.png', false],
    ['https://example.com/a.png|https://example.com/b.png', false],
    ['https://example.com/a.pnghttps://example.com/b.png', false],
    ['/a.png,https://example.com/b.png', false],
    ['https://example.com/a.png;www.example.com/b.png', false],
    ['https://example.com/a.png,//example.com/b.png', false],
    ['https://example.com/w_300,h_200/a;v=1|x.png', true],
    ['https://cdn.example/fetch/https://example.com/a.png', true],
    ['https://cdn.example/fetch//www.example.com/a.png', true],
    ['https://cdn.example/resize?url=https://example.com/a.png', true],
    [`/${'a'.repeat(2047)}`, true],
    [`/${'a'.repeat(2048)}`, false],
    [`/${'ä'.repeat(1000)}`, false],
  ])('whether %j is a photo address', (text, expected) => {
    expect(isPhotoAddress(text)).toBe(expected);
    expect(photoAddress(text) !== null).toBe(expected);
  });

  it.each([
    '24,50',
    '1.299,00',
    "CHF 1'299.00",
    '$19.99',
    '$19.99 USD',
    '24,50 Euro',
    '12.–',
    '1.299,-- €',
    '24.',
    '.5',
    '1,299',
    '1.299',
    '1,299,000',
    'free',
    '7',
  ])('the number format of a price of %j', (price) => {
    const format = serverNumberFormatOf([readNumber(price, 'currency')]);
    expect(numberFormatOf([{ row: 2, cells: { price } }]) ?? null).toBe(format);
  });

  it.each(['12,5 %', '33.333', '33,333 %', '1.299.000', '12'])('the number format of a discount of %j', (discount) => {
    const format = serverNumberFormatOf([readNumber(discount, 'percent')]);
    expect(numberFormatOf([{ row: 2, cells: { discount } }]) ?? null).toBe(format);
  });

  it.each([
    [95, 0, null],
    [76, 20, 95],
    [12.5, 33.3, 18.74],
    [0.01, 99.9999, 10_000],
  ])('the price before the discount of %d at %d %%', (price, discount, expected) => {
    expect(originalPriceOf(price, discount)).toBe(expected);
    const cents = originalPriceCents(toCents(price), discount);
    expect(cents === null ? null : cents / 100).toBe(expected);
  });
});
