import { z } from 'zod';
import { line, orNull } from '../graphql/input';
import { refuseTwice, settingsId, settingsName, wholeNumber } from '../settings/settings.input';
import { addressFormatOf } from '../shipping/addressFormat';
import { countryInput } from '../shipping/shippingSettings.input';

const maxZones = 400;
/** In basis points: 100 %. */
const maxRate = 10_000;
const rate = (field: string) => wholeNumber(field, 0, maxRate);

const regionInput = orNull(line({ field: 'region', maximum: 60 }));

/** Resolves a region by key or name; null: the whole country. */
function regionKey(countryCode: string, region: string | null): string | null | undefined {
  if (region === null || region === '') return null;
  const lower = region.toLowerCase();
  return addressFormatOf(countryCode)?.regions?.find(
    ([key, name]) => key.toLowerCase() === lower || name.toLowerCase() === lower,
  )?.[0];
}

const zoneInput = z
  .strictObject({
    id: settingsId,
    name: settingsName,
    countryCode: countryInput('countryCode'),
    region: regionInput,
    standardRate: rate('standardRate'),
    reducedRate: rate('reducedRate'),
    isShippingTaxed: z.boolean({ error: 'isShippingTaxed must be true or false' }),
  })
  .transform((zone, { issues }) => {
    const region = regionKey(zone.countryCode, zone.region);
    const message = 'Choose a region of the country, or none';
    if (region === undefined) issues.push({ code: 'custom', path: ['region'], message, input: zone });
    return { ...zone, region: region ?? null };
  });

export const saveTaxesInput = z.strictObject({
  version: wholeNumber('version', 1, Number.MAX_SAFE_INTEGER),
  pricesIncludeTax: z.boolean({ error: 'pricesIncludeTax must be true or false' }),
  zones: z
    .array(zoneInput, { error: 'zones must be a list' })
    .max(maxZones, `There are at most ${maxZones} zones`)
    .check(refuseTwice('id', ({ id }) => id, 'Another zone has this id'))
    .check(
      refuseTwice(
        'region',
        ({ countryCode, region }) => `${countryCode}\n${region ?? ''}`,
        'There is a zone of this country and region already',
      ),
    ),
});

export const previewInput = z
  .strictObject({
    slug: z.string({ error: 'slug is required' }),
    countryCode: countryInput('countryCode'),
    region: regionInput,
  })
  .transform((place, { issues }) => {
    const region = regionKey(place.countryCode, place.region);
    if (region === undefined)
      issues.push({ code: 'custom', path: ['region'], message: 'Choose one of the list.', input: place });
    return { ...place, region: region ?? '' };
  });
