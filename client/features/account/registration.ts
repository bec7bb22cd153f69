import { mixed, object, string } from 'yup';
import { constants } from '../../lib/constants';
import { emailPattern } from '../../lib/emailPattern';
import { nameField } from '../../lib/nameField';

export interface Registration {
  name: string;
  email: string;
  password: string;
  confirmPassword: string;
  photo: File | null;
}

export const emptyRegistration: Registration = { name: '', email: '', password: '', confirmPassword: '', photo: null };

const { passwordMinimumLength } = constants;
const tooShort = `Password must be at least ${passwordMinimumLength} characters`;

export const emailField = string().trim().required('Invalid email').matches(emailPattern, 'Invalid email');

/** For every form that sets a password: one message per field, the first that applies (section 5). */
export const passwordFields = {
  password: string().required(tooShort).min(passwordMinimumLength, tooShort),
  confirmPassword: string().test((confirmed = '', context) => {
    if (confirmed.length < passwordMinimumLength) {
      return context.createError({ message: 'Confirm password is required' });
    }
    const { password } = context.parent as Pick<Registration, 'password'>;
    return confirmed === password || context.createError({ message: 'Passwords do not match' });
  }),
};

export const registrationSchema = object({
  name: nameField(string()),
  email: emailField,
  ...passwordFields,
  photo: mixed<File>()
    .nullable()
    .test('image', 'Choose an image file', (file) => !file || file.type.startsWith('image/')),
});
