/** They exist only in embedded mode, beside the identity emulator (decision 38). */
export const demoAccounts = [
  { label: 'Admin', email: 'admin@kiosk.test', password: 'kiosk-admin' },
  { label: 'Shopper', email: 'shopper@kiosk.test', password: 'kiosk-shopper' },
  { label: 'Another shopper', email: 'other@kiosk.test', password: 'kiosk-other' },
] as const;
