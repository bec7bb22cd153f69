import type { AddressField, Resolvers } from '../__generated__/resolvers';
import { listCountries } from './countries.service';

const fieldsByLetter = new Map<string, AddressField>([
  ['A', 'STREET_LINE_1'],
  ['C', 'CITY'],
  ['S', 'REGION'],
  ['Z', 'POSTAL_CODE'],
]);

const fieldsOf = (letters: string): AddressField[] =>
  [...letters].flatMap((letter) => fieldsByLetter.get(letter) ?? []);

const postalCodeLabels: Readonly<Record<string, string>> = { zip: 'ZIP code', pin: 'PIN code', eircode: 'Eircode' };
const cityLabels: Readonly<Record<string, string>> = {
  district: 'District',
  suburb: 'Suburb',
  post_town: 'Town or city',
};
const regionLabels: Readonly<Record<string, string>> = {
  area: 'Area',
  county: 'County',
  department: 'Department',
  do_si: 'Province or city',
  emirate: 'Emirate',
  island: 'Island',
  oblast: 'Oblast',
  parish: 'Parish',
  prefecture: 'Prefecture',
  state: 'State',
};

export const countriesResolvers: Resolvers = {
  Query: { countries: (_, _arguments, context) => listCountries(context) },
  Country: {
    fields: ({ format }) => fieldsOf(format.fields),
    requiredFields: ({ format }) => fieldsOf(format.required),
    postalCodeLabel: ({ format }) => postalCodeLabels[format.postalCodeName ?? ''] ?? 'Postcode',
    postalCodeExample: ({ format }) => format.example ?? null,
    postalCodePattern: ({ format }) => format.postalCode ?? null,
    regionLabel: ({ format }) => regionLabels[format.regionName ?? ''] ?? 'Province',
    cityLabel: ({ format }) => cityLabels[format.cityName ?? ''] ?? 'City',
    regions: ({ format }) => (format.regions ?? []).map(([key, name]) => ({ key, name })),
  },
};
