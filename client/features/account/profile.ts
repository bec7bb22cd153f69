import { object, string } from 'yup';
import { cleanName } from '../../lib/cleanName';
import { constants } from '../../lib/constants';

export interface Profile {
  name: string;
  photoURL: string;
}

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]+/i.test(text);

/** What was there before may stay: a file's name, too (decision 33). */
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

/** The provider keeps web addresses only. */
export const providerPhoto = (photoURL: string): string => (isWebAddress(photoURL) ? photoURL : '');
