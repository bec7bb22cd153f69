import { z } from 'zod';
import { constants } from '../constants';
import { line, orNull, searchText } from '../graphql/input';

const email = z.string({ error: 'email must be a valid e-mail address' });
const name = line({ field: 'name', minimum: constants.nameMinimumLength, maximum: 100, required: 'Name is required' });
/** A URL of the provider's, or the chosen file's name: never a path, so that nothing is looked up by it. */
const maxFileNameLength = 120;
const givenPhoto = line({ field: 'photoURL', maximum: 2_048 });
const keptPhoto = (text: string | null | undefined): string | null =>
  typeof text === 'string' ? photoName(text) : null;
const photoURL = givenPhoto.nullish().transform(keptPhoto);
/** A registration goes on without a photo that cannot be kept; whoever has typed one is told, also of a path. */
const typedPhoto = givenPhoto
  .refine(
    (text) => text === '' || (photoName(text) !== '' && (isWebAddress(text) || !text.includes('/'))),
    'photoURL must be a web address without user name and password, or the name of a file',
  )
  .nullish()
  .transform(keptPhoto);

export const registerUserInput = z.strictObject({
  name,
  email,
  photoURL,
});

export const updateProfileInput = z.strictObject({
  name: orNull(name),
  photoURL: typedPhoto,
});

/** Identifies a person: by uid, or by e-mail if they have one. */
export const personKeyInput = z
  .strictObject({
    email: orNull(email),
    id: orNull(
      z
        .string({ error: 'id must be a text' })
        .regex(/^\P{C}*$/u, 'id must be a uid, without control characters')
        .max(128, 'id must be at most 128 characters'),
    ),
  })
  .superRefine((key, check) => {
    if (key.email !== null && key.id !== null)
      check.addIssue({ code: 'custom', path: ['id'], message: 'id and email cannot be given together' });
    if (key.email === null && key.id === null)
      check.addIssue({ code: 'custom', path: ['email'], message: 'email or id is required' });
  });

export const emailInput = z.strictObject({ email });

export const roleInput = z.strictObject({
  role: z
    .enum(['USER', 'ADMIN'], { error: "role must be 'user' or 'admin'" })
    .transform((role) => (role === 'ADMIN' ? 'admin' : 'user')),
});

export const userFilterInput = z
  .strictObject({
    search: searchText('search', 200),
    role: z
      .enum(['USER', 'ADMIN'], { error: 'role must be USER or ADMIN' })
      .nullish()
      .transform((role) => (role ? (role === 'ADMIN' ? 'admin' : 'user') : null)),
  })
  .nullish()
  .transform((filter) => filter ?? { search: '', role: null });

export type UserFilter = z.output<typeof userFilterInput>;

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** Its last part names no file of theirs. A file picker's name is no address: 'C:\fakepath\me.png'. */
const isOtherAddress = (text: string): boolean =>
  text.startsWith('//') || URL.canParse(text.replace(/^[a-z]:(?=[\\/])/i, ''));

function photoName(text: string): string {
  if (isWebAddress(text)) return webAddress(text);
  if (isOtherAddress(text)) return '';
  const name = text.split(/[\\/]/).at(-1) ?? '';
  // 'javascript:alert(1)' has no slash either, but is not a file picker's name.
  if (URL.canParse(name)) return '';
  return name.replace(/^\.+/, '').slice(-maxFileNameLength);
}

function webAddress(text: string): string {
  if (!URL.canParse(text)) return '';
  const { username, password, href } = new URL(text);
  return username === '' && password === '' ? href : '';
}
