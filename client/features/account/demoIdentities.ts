import { demoAccounts } from '../../lib/demoAccounts';
import type { DemoIdentity } from '../../session/firebaseSession';
import type { Settings } from '../../session/settings';

/**
 * Whom the demo's Google knows: the shop's own people where it has them, a newcomer, and somebody without a name. By their
 * names: the emulator gives an account the name that comes with the sign-in.
 */
export function demoIdentities({ demoAccounts: hasDemoAccounts }: Pick<Settings, 'demoAccounts'>): DemoIdentity[] {
  return [
    ...(hasDemoAccounts ? demoAccounts.map(({ email, displayName }) => ({ email, displayName })) : []),
    { email: 'newcomer@kiosk.test', displayName: 'Nora Newcomer' },
    { email: 'nameless@kiosk.test', displayName: '' },
  ];
}
