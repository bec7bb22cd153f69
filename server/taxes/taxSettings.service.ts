import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { NotFoundError } from '../errors';
import { parseInput, parseLists } from '../graphql/input';
import { priceCheckout, type TaxClass, type Totals } from '../pricing/priceCheckout';
import { taxClassOf } from '../pricing/taxClass';
import { findByAddress } from '../products/products.service';
import { saveSettings } from '../settings/saveSettings';
import type { TaxSettings } from '../settings/shopSettings';
import { taxRatesOf, taxZoneFor } from '../shipping/zonesOf';
import { describeTaxes } from './describeTaxes';
import { previewInput, saveTaxesInput } from './taxSettings.input';

export async function readTaxSettings(context: Context): Promise<TaxSettings> {
  await authorize(context, 'taxSettings');
  return (await context.repositories.shopSettings.get()).taxes;
}

/** Placed orders keep their snapshot; open checkouts are recalculated when they are submitted. */
export async function saveTaxSettings(context: Context, input: unknown): Promise<TaxSettings> {
  const signedIn = await authorize(context, 'saveTaxSettings');
  const { version, pricesIncludeTax, zones } = parseLists(saveTaxesInput, input);
  return saveSettings(context, signedIn, {
    ...{ subject: 'taxes', kind: 'CHANGE_TAXES', title: 'Taxes', version, describe: describeTaxes },
    content: {
      pricesIncludeTax,
      zones: zones.map(({ id, standardRate, reducedRate, ...zone }) => ({
        ...zone,
        id: id ?? newId(context).toHexString(),
        rates: { standard: standardRate, reduced: reducedRate, zero: 0 },
      })),
    },
  });
}

interface TaxPreview {
  readonly taxClass: TaxClass;
  /** null: no zone contains the address. */
  readonly zone: string | null;
  readonly totals: Totals;
}

/** The tax on one piece of a product at an address, without shipping, computed as in a checkout. */
export async function previewTax(context: Context, input: unknown): Promise<TaxPreview> {
  await authorize(context, 'taxPreview');
  const { slug, ...place } = parseInput(previewInput, input);
  const [product, { taxes }] = await Promise.all([
    findByAddress(context.repositories, slug),
    context.repositories.shopSettings.get(),
  ]);
  if (!product) throw new NotFoundError('There is no such product.', 'slug');
  const zone = taxZoneFor(taxes, place);
  const taxClass = taxClassOf(product.taxClass);
  const totals = priceCheckout({
    lines: [{ unitPriceCents: product.priceCents, quantity: 1, taxClass }],
    shipping: null,
    tax: zone && taxRatesOf(zone),
    pricesIncludeTax: taxes.pricesIncludeTax,
  });
  return { taxClass, zone: zone?.name ?? null, totals };
}
