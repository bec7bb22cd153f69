import { demoAccounts } from '../../lib/demoAccounts';
import type { DemoIdentity } from '../../session/firebaseSession';

/** Whom the demo's Google knows: the shop's own people, a newcomer, and somebody whose account tells no name. */
export const demoIdentities: DemoIdentity[] = [
  ...demoAccounts.map(({ email }) => ({ email, displayName: '' })),
  { email: 'newcomer@kiosk.test', displayName: 'Nora Newcomer' },
  { email: 'nameless@kiosk.test', displayName: '' },
];
