import { object, string } from 'yup';
import { cleanName } from '../../lib/cleanName';
import { constants } from '../../lib/constants';

export interface Profile {
  name: string;
  photoURL: string;
}

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]+/i.test(text);

/** The stored photo may stay, even if it is a file name (decision 33). */
export const profileSchema = (before: Profile) =>
  object({
    name: string()
      .transform(cleanName)
      .min(constants.nameMinimumLength, 'Name is required')
      .required('Name is required')
      .max(100, 'Name must be at most 100 characters'),
    photoURL: string()
      .trim()
      .test(
        'web-address',
        'Photo must be a web address, like https://example.com/me.jpg',
        (text = '') => text === '' || text === before.photoURL || isWebAddress(text),
      ),
  });

/** The provider accepts URLs only. */
export const providerPhoto = (photoURL: string): string => (isWebAddress(photoURL) ? photoURL : '');
