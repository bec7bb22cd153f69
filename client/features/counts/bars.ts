import type { CountsQuery } from '../../__generated__/lazyOperations';

/** The dataset's label (section 2, 'Admin Dashboard'). */
export const dataset = 'Total Count';

export interface CountBar {
  [dataset]: number;
  label: string;
  colour: 'users' | 'products' | 'orders';
}

/** Labels, order and colours as the specification has them (sections 2 and 9). */
export function countBars({ users, products, orders }: CountsQuery['counts']): CountBar[] {
  return [
    { label: 'Users', colour: 'users', [dataset]: users },
    { label: 'Products', colour: 'products', [dataset]: products },
    { label: 'Orders', colour: 'orders', [dataset]: orders },
  ];
}
