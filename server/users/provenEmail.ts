import type { SignedIn } from '../context';

/** What is filed under an e-mail belongs to this one alone: anyone can register under another's. null: not verified. */
export function provenEmail({ viewer, record }: Pick<SignedIn, 'viewer' | 'record'>): string | null {
  if (viewer.emailVerified) return viewer.email;
  return record?.emailVerified === true ? (record.email ?? null) : null;
}
