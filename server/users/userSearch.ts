import { foldText } from '../text/foldText';
import { nameSearchFields, suffixesOf } from '../text/searchTerms';

/** EMAIL sorts by `emailKey`. */
export function emailSearchFields(email: string | null) {
  return { emailKey: email ?? '', emailTerms: suffixesOf(foldText(email ?? '')) };
}

/** What is stored beside a person's name and e-mail so that lists and searches find an index. */
export type UserSearchFields = ReturnType<typeof userSearchFields>;

export function userSearchFields({ name, email }: { name: string; email: string }) {
  return { ...nameSearchFields(name), ...emailSearchFields(email) };
}
