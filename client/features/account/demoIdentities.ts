import { demoAccounts } from '../../lib/demoAccounts';
import type { DemoIdentity } from '../../session/firebaseSession';
import type { Settings } from '../../session/settings';

/**
 * The accounts of the demo's Google sign-in: the shop's demo accounts, a new one, and one without a name. With their names,
 * because the emulator overwrites the account's name at each sign-in.
 */
export function demoIdentities({ demoAccounts: hasDemoAccounts }: Pick<Settings, 'demoAccounts'>): DemoIdentity[] {
  return [
    ...(hasDemoAccounts ? demoAccounts.map(({ email, displayName }) => ({ email, displayName })) : []),
    { email: 'newcomer@kiosk.test', displayName: 'Nora Newcomer' },
    { email: 'nameless@kiosk.test', displayName: '' },
  ];
}
