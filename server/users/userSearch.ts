import { foldText } from '../text/foldText';
import { nameSearchFields, suffixesOf } from '../text/searchTerms';

/** EMAIL sorts by `emailKey`. */
export function emailSearchFields(email: string | null) {
  return { emailKey: email ?? '', emailTerms: suffixesOf(foldText(email ?? '')) };
}

/** Fields stored beside name and e-mail, for sorting and searching by index. */
export type UserSearchFields = ReturnType<typeof userSearchFields>;

export function userSearchFields({ name, email }: { name: string; email: string }) {
  return { ...nameSearchFields(name), ...emailSearchFields(email) };
}
