import { isWithinOneEdit } from '../text/isWithinOneEdit';

/** Shorter names are too similar to variables of other programs. */
const minLength = 8;

interface MisspeltSetting {
  readonly setting: string;
  readonly meant: string;
}

/** Variables that are no settings but differ from one by a single edit, or by letter case. */
export function misspeltSettings(given: readonly string[], known: readonly string[]): MisspeltSetting[] {
  const longNames = known.filter(({ length }) => length >= minLength);
  return given
    .filter((name) => !known.includes(name))
    .flatMap((setting) => {
      const letters = Array.from(setting.toUpperCase());
      const meant = longNames.find((name) => isWithinOneEdit(letters, Array.from(name)));
      return meant === undefined ? [] : [{ setting, meant }];
    });
}
