import { yupToFormErrors } from 'formik';
import { type Registration, registrationSchema } from './registration';

const good = { name: 'Anna', email: 'anna@example.com', password: 'secret', confirmPassword: 'secret', photo: null };

const errorsOf = (values: Omit<Registration, 'photo'> & Partial<Registration>): unknown => {
  try {
    registrationSchema.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    return yupToFormErrors(error);
  }
};

describe('registrationSchema', () => {
  it('accepts a complete form', () => {
    expect(errorsOf(good)).toEqual({});
    expect(errorsOf({ ...good, name: 'Al', email: ' anna@example.co.uk ' })).toEqual({});
  });

  it('M24 reports each invalid field with the specified message', () => {
    expect(errorsOf({ name: ' A ', email: 'anna@', password: '12345', confirmPassword: '' })).toEqual({
      name: 'Name is required',
      email: 'Invalid email',
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Confirm password is required',
    });
    expect(errorsOf({ name: '', email: '', password: '', confirmPassword: '12345' })).toEqual({
      name: 'Name is required',
      email: 'Invalid email',
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Confirm password is required',
    });
  });

  it('rejects a name that the shop would refuse only after the account was made', () => {
    expect(errorsOf({ ...good, name: 'A'.repeat(100) })).toEqual({});
    expect(errorsOf({ ...good, name: 'A'.repeat(101) })).toEqual({ name: 'Name must be at most 100 characters' });
  });

  it('rejects an e-mail that the shop would refuse only after the account was made', () => {
    const domain = `${'d'.repeat(60)}.`.repeat(3);
    const longest = `${'l'.repeat(64)}@${domain}${'e'.repeat(254 - 65 - domain.length)}`;
    expect(errorsOf({ ...good, email: ` ${longest} ` })).toEqual({});
    for (const email of [`${longest}e`, `${'l'.repeat(65)}@example.com`]) {
      expect(errorsOf({ ...good, email })).toEqual({ email: 'Invalid email' });
    }
  });

  it('M23 accepts no picture or an image file and rejects other files', () => {
    const file = (name: string, type: string) => new File([''], name, { type });
    expect(errorsOf({ ...good, photo: file('me.png', 'image/png') })).toEqual({});
    expect(errorsOf({ ...good, photo: file('me.txt', 'text/plain') })).toEqual({ photo: 'Choose an image file' });
  });

  it('M24 rejects passwords that do not match', () => {
    expect(errorsOf({ ...good, confirmPassword: 'secrets' })).toEqual({ confirmPassword: 'Passwords do not match' });
    expect(errorsOf({ ...good, password: '', confirmPassword: 'secret' })).toEqual({
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Passwords do not match',
    });
  });
});
