import { constants } from '../../lib/constants';

export interface Registration {
  name: string;
  email: string;
  password: string;
  confirmPassword: string;
}

export type RegistrationErrors = Partial<Record<keyof Registration, string>>;

const { nameMinimumLength, passwordMinimumLength } = constants;

/** The messages of section 5, one per field. */
export function validateRegistration({ name, email, password, confirmPassword }: Registration): RegistrationErrors {
  const errors: RegistrationErrors = {};
  if (name.trim().length < nameMinimumLength) errors.name = 'Name is required';
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim())) errors.email = 'Invalid email';
  if (password.length < passwordMinimumLength) errors.password = 'Password must be at least 6 characters';
  if (confirmPassword.length < passwordMinimumLength) errors.confirmPassword = 'Confirm password is required';
  else if (confirmPassword !== password) errors.confirmPassword = 'Passwords do not match';
  return errors;
}
