import { accountStates } from './accountStates';
import { buyingStates } from './buyingStates';
import { dashboardStates } from './dashboardStates';
import { formStates } from './formStates';
import { frameStates } from './frameStates';
import { paperStates } from './paperStates';
import { productTableStates } from './productTableStates';
import { shopOrderListStates } from './shopOrderListStates';
import { shopStates } from './shopStates';
import type { State } from './state';
import { themeStates } from './themeStates';

/** All states for `npm run screenshots` and axe. */
export const states: readonly State[] = [
  ...shopStates,
  ...buyingStates,
  ...paperStates,
  ...frameStates,
  ...accountStates,
  ...dashboardStates,
  ...formStates,
  ...productTableStates,
  ...shopOrderListStates,
  ...themeStates,
];
