import { countWords } from '../../lib/countWords';

interface Days {
  earliestDays: number;
  latestDays: number;
}

/** '1 working day', '4 to 6 working days'. */
export const workingDays = ({ earliestDays, latestDays }: Days): string =>
  `${earliestDays === latestDays ? '' : `${earliestDays} to `}${countWords(latestDays, 'working day')}`;
