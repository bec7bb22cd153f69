import { z } from 'zod';
import { line, orNull } from '../graphql/input';
import { maxTotalCents } from '../pricing/cents';
import { settingsId, settingsName, refuseTwice, wholeNumber } from '../settings/settings.input';
import { addressFormatOf } from './addressFormat';

const limits = { zones: 30, methods: 10, days: 365 };

export const countryInput = (field: string) =>
  line({ field, maximum: 2 }).refine((code) => addressFormatOf(code) !== null, { error: 'Choose a country.' });

const countriesInput = z
  .array(countryInput('country'), { error: 'countries must be a list' })
  .max(300, 'There are not so many countries')
  .transform((codes) => [...new Set(codes)]);

const cents = (field: string) => wholeNumber(field, 0, maxTotalCents);
const days = (field: string) => wholeNumber(field, 0, limits.days);

const methodInput = z
  .strictObject({
    id: settingsId,
    name: settingsName,
    price: cents('price'),
    freeAbove: orNull(cents('freeAbove')),
    earliestDays: days('earliestDays'),
    latestDays: days('latestDays'),
    isOffered: z.boolean({ error: 'isOffered must be true or false' }),
  })
  .check(({ value, issues }) => {
    if (value.latestDays >= value.earliestDays) return;
    const message = 'latestDays must not be less than earliestDays';
    issues.push({ code: 'custom', path: ['latestDays'], message, input: value });
  });

const zoneInput = z.strictObject({
  id: settingsId,
  name: settingsName,
  countries: orNull(countriesInput.refine((codes) => codes.length > 0, 'Choose at least one country')),
  methods: z
    .array(methodInput, { error: 'methods must be a list' })
    .max(limits.methods, `A zone has at most ${limits.methods} methods`)
    .check(refuseTwice('name', ({ name }) => name.toLowerCase(), 'There is a method of this name already')),
});

export const saveShippingInput = z
  .strictObject({
    version: wholeNumber('version', 1, Number.MAX_SAFE_INTEGER),
    zones: z
      .array(zoneInput, { error: 'zones must be a list' })
      .max(limits.zones, `There are at most ${limits.zones} zones`)
      .check(refuseTwice('name', ({ name }) => name.toLowerCase(), 'There is a zone of this name already'))
      .check(refuseTwice('id', ({ id }) => id, 'Another zone has this id')),
    excludedCountries: countriesInput,
  })
  .check(({ value, issues }) => {
    const seen = new Set<string>();
    value.zones.forEach(({ methods }, zone) => {
      methods.forEach(({ id }, method) => {
        if (id !== null && seen.has(id)) {
          const path = ['zones', zone, 'methods', method, 'id'];
          issues.push({ code: 'custom', path, message: 'Another method has this id', input: value });
        }
        if (id !== null) seen.add(id);
      });
    });
  });
