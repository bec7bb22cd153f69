import type { z } from 'zod';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { parseLists } from '../graphql/input';
import { saveSettings } from '../settings/saveSettings';
import type { ShippingSettings, ShippingZone } from '../settings/shopSettings';
import { describeShipping } from './describeShipping';
import { saveShippingInput } from './shippingSettings.input';
import { servedZones } from './zonesOf';

export async function readShippingSettings(context: Context): Promise<ShippingSettings> {
  await authorize(context, 'shippingSettings');
  return (await context.repositories.shopSettings.get()).shipping;
}

/** Placed orders keep their snapshot; open checkouts are recalculated when they are submitted. */
export async function saveShippingSettings(context: Context, input: unknown): Promise<ShippingSettings> {
  const signedIn = await authorize(context, 'saveShippingSettings');
  const { version, zones, excludedCountries } = parseLists(saveShippingInput, input);
  return saveSettings(context, signedIn, {
    ...{ subject: 'shipping', kind: 'CHANGE_SHIPPING', title: 'Shipping', version, describe: describeShipping },
    content: { zones: zones.map((zone) => zoneOf(context, zone)), excludedCountries },
  });
}

type GivenZone = z.output<typeof saveShippingInput>['zones'][number];

function zoneOf(context: Context, { id, name, countries, methods }: GivenZone): ShippingZone {
  const idOf = (given: string | null) => given ?? newId(context).toHexString();
  return {
    id: idOf(id),
    name,
    countries,
    methods: methods.map((method) => ({
      id: idOf(method.id),
      name: method.name,
      priceCents: method.price,
      freeAboveCents: method.freeAbove,
      minDays: method.earliestDays,
      maxDays: method.latestDays,
      isOffered: method.isOffered,
    })),
  };
}

export interface Delivery {
  readonly zones: readonly ShippingZone[];
  readonly excludedCountries: readonly string[];
  readonly pricesIncludeTax: boolean;
}

/** The part of the settings that is visible to shoppers. */
export async function readDelivery(context: Context): Promise<Delivery> {
  await authorize(context, 'delivery');
  const { shipping, taxes } = await context.shopSettings();
  return {
    zones: servedZones(shipping).map((zone) => ({
      ...zone,
      methods: zone.methods.filter(({ isOffered }) => isOffered),
    })),
    excludedCountries: shipping.excludedCountries,
    pricesIncludeTax: taxes.pricesIncludeTax,
  };
}
