import { foldText } from '../text/foldText';
import { nameSearchFields, suffixesOf, type NameSearchFields } from '../text/searchTerms';

/** What is stored beside a person's name and e-mail so that lists and searches find an index. */
export interface UserSearchFields extends NameSearchFields {
  /** What EMAIL sorts by: the e-mail, or nothing. */
  emailKey: string;
  emailTerms: string[];
}

export function emailSearchFields(email: string | null): Pick<UserSearchFields, 'emailKey' | 'emailTerms'> {
  return { emailKey: email ?? '', emailTerms: suffixesOf(foldText(email ?? '')) };
}

export function userSearchFields({ name, email }: { name: string; email: string }): UserSearchFields {
  return { ...nameSearchFields(name), ...emailSearchFields(email) };
}
