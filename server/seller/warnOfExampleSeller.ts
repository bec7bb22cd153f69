import type { Logger } from 'pino';
import { defaultSettings } from '../settings/defaultSettings';
import { sellerOf, type Seller } from '../settings/shopSettings';
import type { ShopSettingsRepository } from '../settings/shopSettings.repository';

const textOf = (seller: Seller): string => JSON.stringify(sellerOf(seller));

/** For a shop whose money is real: its invoices cannot be changed afterwards. */
export async function warnOfExampleSeller({ get }: Pick<ShopSettingsRepository, 'get'>, log: Logger): Promise<void> {
  const { seller } = await get();
  if (textOf(seller) === textOf(defaultSettings.seller))
    log.warn('The seller is the example: invoices carry it until another one is set at /dashboard/settings');
}
