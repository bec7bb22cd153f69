import { formatCount } from './formatCount';

/** '1 piece', '2 pieces'. */
export const countWords = (count: number, one: string): string =>
  `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`;
