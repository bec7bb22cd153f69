import { formatCount } from './formatCount';

/** '1 piece', '2 pieces'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
