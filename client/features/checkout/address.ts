import { object, type ObjectSchema, string } from 'yup';
import type {
  AddressField,
  AddressInput,
  CheckoutPartsFragment,
  CountriesQuery,
} from '../../__generated__/lazyOperations';
import { emailPattern } from '../../lib/emailPattern';

export type Country = CountriesQuery['countries'][number];

export type AddressValues = Record<
  'countryCode' | 'fullName' | 'streetLine1' | 'streetLine2' | 'city' | 'region' | 'postalCode' | 'phoneNumber',
  string
>;
export type CheckoutValues = AddressValues & { email: string };

const emptyAddress: AddressValues = {
  countryCode: '',
  fullName: '',
  streetLine1: '',
  streetLine2: '',
  city: '',
  region: '',
  postalCode: '',
  phoneNumber: '',
};

const addressNames = Object.keys(emptyAddress) as (keyof AddressValues)[];

/** The address's parts that the form has; empty without an address. */
export const addressOf = (address: AddressValues = emptyAddress): AddressValues =>
  Object.fromEntries(addressNames.map((name) => [name, address[name]])) as AddressValues;

export const valuesOf = (email: string | null, address: CheckoutPartsFragment['shippingAddress']): CheckoutValues => ({
  ...addressOf(address ?? undefined),
  email: email ?? '',
});

export const addressInput = (values: AddressValues): AddressInput => addressOf(values);

export const isSameAddress = (one: AddressValues, other: AddressValues): boolean =>
  addressNames.every((name) => one[name].trim() === other[name].trim());

export interface AddressFieldView {
  readonly name: 'streetLine1' | 'city' | 'region' | 'postalCode';
  readonly label: string;
  readonly isRequired: boolean;
  readonly autoComplete: string;
}

const names = {
  STREET_LINE_1: 'streetLine1',
  CITY: 'city',
  REGION: 'region',
  POSTAL_CODE: 'postalCode',
} as const satisfies Record<AddressField, string>;

const autoComplete = {
  STREET_LINE_1: 'shipping address-line1',
  CITY: 'shipping address-level2',
  REGION: 'shipping address-level1',
  POSTAL_CODE: 'shipping postal-code',
} as const satisfies Record<AddressField, string>;

/** The parts of an address in the country's order and terms. */
export function addressFields({ fields, requiredFields, ...country }: Country): AddressFieldView[] {
  const labels: Record<AddressField, string> = {
    STREET_LINE_1: 'Address',
    CITY: country.cityLabel,
    REGION: country.regionLabel,
    POSTAL_CODE: country.postalCodeLabel,
  };
  // Whatever a country's format, a parcel needs a street or its equivalent.
  const shown = fields.includes('STREET_LINE_1') ? fields : (['STREET_LINE_1', ...fields] as const);
  return shown.map((field) => ({
    name: names[field],
    label: labels[field],
    isRequired: requiredFields.includes(field),
    autoComplete: autoComplete[field],
  }));
}

/** A mismatch only warns, because the pattern may be outdated. */
export function postalCodeHint(country: Country | undefined, postalCode: string): string | undefined {
  const { postalCodePattern, postalCodeExample, postalCodeLabel } = country ?? {};
  if (!postalCodePattern || postalCode.trim() === '') return undefined;
  let isKnown = true;
  try {
    isKnown = new RegExp(`^(?:${postalCodePattern})$`, 'i').test(postalCode.trim());
  } catch {
    // This browser does not support the pattern: no check.
  }
  if (isKnown) return undefined;
  return `Is this right? A ${postalCodeLabel} there looks like ${postalCodeExample ?? 'another one'}.`;
}

const required = (message = 'This is required') => string().trim().required(message);

/** Mirrors the server's rules, which decide. */
export function checkoutSchema(country: Country | undefined): ObjectSchema<Partial<CheckoutValues>> {
  const parts = country ? addressFields(country).filter(({ isRequired }) => isRequired) : [];
  return object({
    email: required('Enter your e-mail').matches(emailPattern, 'Invalid email'),
    countryCode: required('Choose a country'),
    ...(country && { fullName: required() }),
    ...Object.fromEntries(parts.map(({ name }) => [name, required()])),
  }) as ObjectSchema<Partial<CheckoutValues>>;
}

/** 'Anna Meyer, 212 Alder Street, San Jose, CA 95112' */
export function addressInOneLine({
  fullName,
  streetLine1,
  streetLine2,
  city,
  region,
  postalCode,
}: AddressValues): string {
  return [fullName, streetLine1, streetLine2, city, [region, postalCode].filter(Boolean).join(' ')]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
}
