import { validateRegistration } from './registration';

const good = { name: 'Anna', email: 'anna@example.com', password: 'secret', confirmPassword: 'secret' };

describe('validateRegistration', () => {
  it('accepts a complete form', () => {
    expect(validateRegistration(good)).toEqual({});
  });

  it('names each field that is wrong', () => {
    expect(validateRegistration({ name: ' A ', email: 'anna@', password: '12345', confirmPassword: '' })).toEqual({
      name: 'Name is required',
      email: 'Invalid email',
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Confirm password is required',
    });
  });

  it('compares the passwords', () => {
    expect(validateRegistration({ ...good, confirmPassword: 'secrets' })).toEqual({
      confirmPassword: 'Passwords do not match',
    });
  });
});
