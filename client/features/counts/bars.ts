import type { CountsQuery } from '../../__generated__/lazyOperations';

/** The dataset's label (section 2, 'Admin Dashboard'). */
export const dataset = 'Total Count';

export interface CountBar {
  [dataset]: number;
  label: string;
  colour: string;
}

/** Labels, order and colours as the specification has them (sections 2 and 9). */
export function countBars({ users, products, orders }: CountsQuery['counts']): CountBar[] {
  return [
    { label: 'Users', colour: 'var(--chart-users)', [dataset]: users },
    { label: 'Products', colour: 'var(--chart-products)', [dataset]: products },
    { label: 'Orders', colour: 'var(--chart-orders)', [dataset]: orders },
  ];
}
