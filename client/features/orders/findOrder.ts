import { object, string } from 'yup';
import type { FindOrderInput } from '../../__generated__/lazyOperations';
import { emailPattern } from '../../lib/emailPattern';

export type FindOrderValues = Required<FindOrderInput>;

export const emptyFindOrder: FindOrderValues = { number: '', email: '' };

/** Mirrors the server's rules, which are authoritative. */
export const findOrderSchema = object({
  number: string().trim().required('Enter the number of your order').max(40, 'A number looks like K-7F3Q-9M2X'),
  email: string().trim().required('Invalid email').matches(emailPattern, 'Invalid email'),
});

export const toInput = ({ number, email }: FindOrderValues): FindOrderInput => ({
  number: number.trim(),
  email: email.trim(),
});

export const isFindOrderField = (field: string | undefined): field is keyof FindOrderValues =>
  field !== undefined && field in emptyFindOrder;
