import { constants } from '../../lib/constants';

/** The first products of the list, as the start page shows them. */
export const featuredVariables = { sort: 'NEWEST', first: constants.featuredProducts } as const;
