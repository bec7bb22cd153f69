import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { shippingMethodsFor } from './zonesOf';
import { countries, type Country } from './addressFormat';

export interface ServedCountry extends Country {
  readonly isDeliveredTo: boolean;
}

export async function listCountries(context: Context): Promise<ServedCountry[]> {
  await authorize(context, 'countries');
  const { shipping } = await context.shopSettings();
  return countries.map((country) => ({
    ...country,
    isDeliveredTo: shippingMethodsFor(shipping, { countryCode: country.code }).length > 0,
  }));
}
