import { z } from 'zod';
import { BadInputError } from '../errors';
import { line, parseLists } from '../graphql/input';
import { wholeNumber } from '../settings/settings.input';
import type { Seller } from '../settings/shopSettings';
import { missingField, parseAddress } from '../shipping/address.input';
import { cardNumberMessage, looksLikeCardNumber } from '../text/cardNumber';

const text = (field: keyof Seller, maximum: number) =>
  line({ field, maximum })
    .nullish()
    .transform((value) => value ?? '');

const saveSellerInput = z.strictObject({
  version: wholeNumber('version', 1, Number.MAX_SAFE_INTEGER),
  seller: z.strictObject({
    name: line({ field: 'name', minimum: 1, maximum: 200, required: 'Enter a name.' }).refine(
      (name) => !looksLikeCardNumber(name),
      cardNumberMessage,
    ),
    streetLine1: line({ field: 'streetLine1', minimum: 1, maximum: 200, required: 'Enter street and number.' }),
    streetLine2: text('streetLine2', 200),
    city: text('city', 200),
    region: text('region', 200),
    postalCode: text('postalCode', 40),
    countryCode: line({ field: 'countryCode', maximum: 2 }),
    taxNumber: text('taxNumber', 60),
  }),
});

/** Requires a complete address, which invoices need by law. */
export function parseSeller(input: unknown): { readonly version: number; readonly seller: Seller } {
  const { version, seller } = parseLists(saveSellerInput, input);
  const { name, taxNumber, ...typed } = seller;
  const address = parseAddress('seller', { ...typed, fullName: name });
  const missing = missingField(address);
  if (missing !== null) throw new BadInputError('The addresses of this country need it.', `seller.${missing}`);
  const { streetLine1, streetLine2, city, region, postalCode, countryCode } = address;
  return {
    version,
    seller: { name, streetLine1, streetLine2, city, region, postalCode, countryCode, taxNumber },
  };
}
