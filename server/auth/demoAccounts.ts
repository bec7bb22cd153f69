/** Public accounts of the identity emulator, shown on /login. */
export const demoAccounts = [
  { email: 'admin@kiosk.test', password: 'kiosk-admin', displayName: 'Kiosk Admin' },
  { email: 'shopper@kiosk.test', password: 'kiosk-shopper', displayName: 'Sam Shopper' },
  { email: 'other@kiosk.test', password: 'kiosk-other', displayName: 'Olive Other' },
] as const;
