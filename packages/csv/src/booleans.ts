/** Boolean words that spreadsheets write in their own language; accents are ignored. */
const words = {
  yes: [
    ['true', 'yes', 'y', 't', '1', 'on', 'x', 'wahr', 'ja', 'j', 'vrai', 'oui', 'o', 'verdadero', 'si', 's', 'vero'],
    ['verdadeiro', 'sim', 'waar', 'sant', 'sand', 'sann', 'tosi', 'kyllä', 'igaz', 'igen', 'prawda', 'tak', 'pravda'],
    ['ano', 'áno', 'doğru', 'evet', 'adevărat', 'da', 'истина', 'да', 'αληθής', 'ναι', '是', '真', 'はい', '예'],
  ],
  no: [
    ['false', 'no', 'n', 'f', '0', 'off', 'falsch', 'nein', 'faux', 'non', 'falso', 'não', 'onwaar', 'nee', 'falskt'],
    ['falsk', 'usant', 'usann', 'nej', 'nei', 'epätosi', 'ei', 'hamis', 'nem', 'fałsz', 'nie', 'nepravda', 'ne'],
    ['yanlış', 'hayır', 'fals', 'nu', 'ложь', 'нет', 'ψευδής', 'όχι', '否', '假', 'いいえ', '아니요'],
  ],
};

/** Normalizes accents, case and spaces of a word for comparison. */
export function normalizeWord(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i');
  return letters
    .normalize('NFKC')
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

const meaningsOf = (list: readonly (readonly string[])[], meaning: boolean) =>
  list.flat().map((word) => [normalizeWord(word), meaning] as const);
const meanings = new Map([...meaningsOf(words.yes, true), ...meaningsOf(words.no, false)]);

/** undefined for a word that is not a boolean. */
export const parseBoolean = (cell: string): boolean | undefined => meanings.get(normalizeWord(cell));
