/** Only with the identity emulator (decision 38). */
export const demoAccounts = [
  { label: 'Admin', email: 'admin@kiosk.test', password: 'kiosk-admin', displayName: 'Kiosk Admin' },
  { label: 'Shopper', email: 'shopper@kiosk.test', password: 'kiosk-shopper', displayName: 'Sam Shopper' },
  { label: 'Another shopper', email: 'other@kiosk.test', password: 'kiosk-other', displayName: 'Olive Other' },
] as const;
