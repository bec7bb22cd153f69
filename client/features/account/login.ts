import { boolean, object, string } from 'yup';

export const emptyLogin = { email: '', password: '', remember: true };

/** The specification names no words for these; everything else that goes wrong is 'Invalid email or password'. */
export const loginSchema = object({
  email: string().trim().required('Email is required'),
  password: string().required('Password is required'),
  remember: boolean(),
});
