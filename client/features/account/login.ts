import { boolean, object, string } from 'yup';

export const emptyLogin = { email: '', password: '', remember: true };

/** The specification has no messages for these; all other failures are 'Invalid email or password'. */
export const loginSchema = object({
  email: string().trim().required('Email is required'),
  password: string().required('Password is required'),
  remember: boolean(),
});
