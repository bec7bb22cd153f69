import type { Logger } from 'pino';
import { isExample } from '../settings/isExample';
import type { ShopSettingsRepository } from '../settings/shopSettings.repository';

/** For a shop whose money is real: its invoices cannot be changed afterwards. */
export async function warnOfExampleSeller({ get }: Pick<ShopSettingsRepository, 'get'>, log: Logger): Promise<void> {
  if (isExample((await get()).seller))
    log.warn('The seller is the example: invoices carry it until another one is set at /dashboard/settings');
}
