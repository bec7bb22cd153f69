import { object, string } from 'yup';
import { nameField } from '../../lib/nameField';

export interface Profile {
  name: string;
  photoURL: string;
}

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]+/i.test(text);

/** The stored photo may stay, even if it is a file name (decision 33). */
export const profileSchema = (before: Profile) =>
  object({
    name: nameField(string()),
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
