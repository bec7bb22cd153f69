import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { saveSettings } from '../settings/saveSettings';
import type { SellerSettings } from '../settings/shopSettings';
import { describeSeller } from './describeSeller';
import { parseSeller } from './sellerSettings.input';

export async function readSellerSettings(context: Context): Promise<SellerSettings> {
  await authorize(context, 'sellerSettings');
  return (await context.repositories.shopSettings.get()).seller;
}

/** Issued invoices keep their snapshot of the seller. */
export async function saveSellerSettings(context: Context, input: unknown): Promise<SellerSettings> {
  const signedIn = await authorize(context, 'saveSellerSettings');
  const { version, seller } = parseSeller(input);
  return saveSettings(context, signedIn, {
    ...{ subject: 'seller', kind: 'CHANGE_SELLER', title: 'Seller', version, describe: describeSeller },
    content: seller,
  });
}
