import { pluralize } from '../../lib/pluralize';

interface Days {
  earliestDays: number;
  latestDays: number;
}

/** '1 working day', '4 to 6 working days'. */
export const workingDays = ({ earliestDays, latestDays }: Days): string =>
  `${earliestDays === latestDays ? '' : `${earliestDays} to `}${pluralize(latestDays, 'working day')}`;
