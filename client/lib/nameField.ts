import type { StringSchema } from 'yup';
import { cleanName } from './cleanName';
import { constants } from './constants';

/** A person's name in any form. Mirrors the server's rule, which is authoritative. */
export const nameField = (text: StringSchema) =>
  text
    .transform(cleanName)
    .required('Name is required')
    .min(constants.nameMinimumLength, 'Name is required')
    .max(100, 'Name must be at most 100 characters');
