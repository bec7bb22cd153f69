import { z } from 'zod';
import { BadInputError } from '../errors';
import { cardNumberMessage, isPhoneNumber, looksLikeCardNumber } from '../text/cardNumber';
import { line, parseInput } from '../graphql/input';
import type { Address } from './address';
import { addressFormatOf, type AddressFormat } from './addressFormat';

const text = (field: keyof Address, maximum: number) =>
  line({ field, maximum })
    .refine(
      (value) => !looksLikeCardNumber(value) || (field === 'phoneNumber' && isPhoneNumber(value)),
      cardNumberMessage,
    )
    .nullish()
    .transform((value) => value ?? '');

const addressInput = z.strictObject({
  fullName: text('fullName', 200),
  company: text('company', 200),
  streetLine1: text('streetLine1', 200),
  streetLine2: text('streetLine2', 200),
  city: text('city', 200),
  region: text('region', 200),
  postalCode: text('postalCode', 40),
  countryCode: line({ field: 'countryCode', maximum: 2 }),
  phoneNumber: text('phoneNumber', 60),
});

const lettersOf = { streetLine1: 'A', city: 'C', region: 'S', postalCode: 'Z' } as const;
const fieldsOfLetters = Object.keys(lettersOf) as (keyof typeof lettersOf)[];

/**
 * Normalizes an address to its country's format; fields that the country lacks are dropped. It may be incomplete while
 * it is edited; `missingField` checks that. `name` is its input field, for errors.
 */
export function parseAddress(name: string, value: unknown): Address {
  const address = inField(name, () => parseInput(addressInput, value));
  const format = addressFormatOf(address.countryCode);
  if (!format) throw new BadInputError('Choose a country.', `${name}.countryCode`);
  const kept = fieldsOfLetters.map((field) => [
    field,
    field === 'streetLine1' || format.fields.includes(lettersOf[field]) ? address[field] : '',
  ]);
  return { ...address, ...Object.fromEntries(kept), region: regionOf(format, address.region, `${name}.region`) };
}

function inField<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadInputError)
      throw new BadInputError(error.message, error.field === undefined ? name : `${name}.${error.field}`);
    throw error;
  }
}

/** By key or name, if the country's regions are known. */
function regionOf({ fields, regions }: AddressFormat, given: string, field: string): string {
  if (!fields.includes('S') || given === '') return '';
  if (!regions) return given;
  const lower = given.toLowerCase();
  const found = regions.find(([key, name]) => key.toLowerCase() === lower || name.toLowerCase() === lower);
  if (!found) throw new BadInputError('Choose one of the list.', field);
  return found[0];
}

/** The first required field that is empty; null: the address is complete. */
export function missingField(address: Address): keyof Address | null {
  const format = addressFormatOf(address.countryCode);
  if (!format) return 'countryCode';
  if (address.fullName === '') return 'fullName';
  return fieldsOfLetters.find((field) => format.required.includes(lettersOf[field]) && address[field] === '') ?? null;
}
