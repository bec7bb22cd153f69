import { within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { countries } from './checkout';
import { findHeading, main } from './page';
import { renderApp } from './renderApp';
import { defaultZones, newShippingMethod } from './settings';
import { refusal } from './shop';

interface MethodInput {
  id?: string | null;
  name: string;
  price: number;
  freeAbove: number | null;
  earliestDays: number;
  latestDays: number;
  isOffered: boolean;
}

export interface ShippingInput {
  version: number;
  zones: { id?: string | null; name: string; countries: string[] | null; methods: MethodInput[] }[];
  excludedCountries: string[];
}

/** Stores the settings and checks their version. */
function newShop() {
  let made = 0;
  const newId = () => `made-${(made += 1)}`;
  const stored = { version: 3, isExample: false, zones: defaultZones as object[], excludedCountries: ['AQ'] };
  const save = ({ input }: { input: ShippingInput }) => {
    if (input.version !== stored.version) throw refusal('Somebody else has changed this.', 'CONFLICT', 'version');
    stored.version += 1;
    stored.excludedCountries = input.excludedCountries;
    stored.zones = input.zones.map((zone) => ({
      ...{ ...zone, id: zone.id ?? newId(), countryNames: zone.countries },
      methods: zone.methods.map(({ id, ...method }) => newShippingMethod({ ...method, id: id ?? newId() })),
    }));
    return { shippingSettings: stored };
  };
  return { stored, resolvers: { shippingSettings: () => ({ ...stored }), saveShippingSettings: save, countries } };
}

export async function openShipping(first: object = {}, width = 1440) {
  const { stored, resolvers } = newShop();
  Object.assign(stored, first);
  const app = renderApp('/dashboard/shipping', { as: 'admin', resolvers, width });
  await findHeading('Shipping');
  await main().findByRole('heading', { name: 'United States' });
  const sent = () =>
    app.shop.callsOf('SaveShippingSettings').map(({ variables }) => variables['input'] as ShippingInput);
  return { ...app, stored, sent };
}

export const zoneCard = (name: string) => within(main().getByRole('region', { name }));

/** By the picker of this name. */
export async function addCountry(user: UserEvent, label: string, country: string): Promise<void> {
  const picker = within(main().getByRole('group', { name: label }));
  await user.selectOptions(picker.getByRole('combobox', { name: 'Add country' }), country);
  await user.click(picker.getByRole('button', { name: 'Add' }));
}
