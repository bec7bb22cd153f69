/** The accounts that everyone may use with the identity emulator; /login shows them there. */
export const demoAccounts = [
  { email: 'admin@kiosk.test', password: 'kiosk-admin', displayName: 'Kiosk Admin' },
  { email: 'shopper@kiosk.test', password: 'kiosk-shopper', displayName: 'Sam Shopper' },
  { email: 'other@kiosk.test', password: 'kiosk-other', displayName: 'Olive Other' },
] as const;
