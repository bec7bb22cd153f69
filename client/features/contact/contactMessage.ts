import { object, string } from 'yup';
import type { SendContactMessageInput } from '../../__generated__/lazyOperations';
import { cleanName } from '../../lib/cleanName';
import { constants } from '../../lib/constants';
import { emailPattern } from '../../lib/emailPattern';
import { formatCount } from '../../lib/formatCount';
import { nameField } from '../../lib/nameField';

export type ContactMessageValues = Required<SendContactMessageInput>;

export const emptyContactMessage: ContactMessageValues = { name: '', email: '', message: '' };

const { minimum, maximum } = constants.contactMessageLength;

/** Mirrors the server's rules, which are authoritative. */
export const contactMessageSchema = object({
  name: nameField(string()),
  email: string().trim().required('Invalid email').matches(emailPattern, 'Invalid email'),
  message: string()
    .trim()
    .required('Message is required')
    .min(minimum, `Message must be at least ${minimum} characters`)
    .max(maximum, `Message must be at most ${formatCount(maximum)} characters`),
});

export function toInput({ name, email, message }: ContactMessageValues): SendContactMessageInput {
  return { name: cleanName(name), email: email.trim(), message: message.trim() };
}

export const isContactField = (field: string | undefined): field is keyof ContactMessageValues =>
  field !== undefined && field in emptyContactMessage;
