/** Spreadsheets write truth in the language they speak, and shops publish in their platform's words; accents do not count. */
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
  inStock: [
    ['in stock', 'available', 'on backorder', 'instock', 'onbackorder', 'auf lager', 'lieferbar', 'verfügbar'],
    ['en stock', 'disponible', 'disponibile', 'op voorraad', 'i lager'],
  ],
  outOfStock: [
    ['out of stock', 'sold out', 'unavailable', 'not available', 'outofstock', 'soldout', 'nicht lieferbar'],
    ['nicht verfügbar', 'nicht auf lager', 'ausverkauft', 'rupture de stock', 'épuisé', 'agotado', 'esaurito'],
  ],
  standardTax: [['standard', 'standard rate', 'normal', 'full', 'taxable']],
  reducedTax: [['reduced', 'reduced rate', 'low', 'lower']],
  zeroTax: [['zero', 'zero rate', 'zero rated', 'none', 'exempt', 'tax free', '0']],
  active: [
    ['active', 'publish', 'published', 'enabled', 'enable', 'live', 'visible', 'public', 'aktiv', 'actif', 'activo'],
    ['attivo', 'actief', 'veröffentlicht', 'publié', 'publicado', 'pubblicato'],
  ],
  inactive: [
    ['inactive', 'draft', 'unpublished', 'disabled', 'disable', 'hidden', 'private', 'pending', 'archived', 'inaktiv'],
    ['inactif', 'inactivo', 'inattivo', 'inactief', 'entwurf', 'brouillon', 'borrador', 'bozza', 'concept'],
  ],
};

function plain(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i');
  return letters
    .normalize('NFKC')
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

function vocabulary<T>(...meanings: readonly (readonly [T, keyof typeof words])[]): ReadonlyMap<string, T> {
  return new Map(
    meanings.flatMap(([meaning, key]) => words[key].flat().map((word): [string, T] => [plain(word), meaning])),
  );
}

const stock = vocabulary([true, 'yes'], [false, 'no'], [true, 'inStock'], [false, 'outOfStock']);
const statuses = vocabulary(['ACTIVE', 'yes'], ['INACTIVE', 'no'], ['ACTIVE', 'active'], ['INACTIVE', 'inactive']);

const taxClasses = vocabulary(['STANDARD', 'standardTax'], ['REDUCED', 'reducedTax'], ['ZERO', 'zeroTax']);

/** Whether a cell says that a product is in stock; undefined for a word that says neither. */
export const readInStock = (cell: string): boolean | undefined => stock.get(plain(cell));

/** undefined for a word that names no status. */
export const readStatus = (cell: string): string | undefined => statuses.get(plain(cell));

/** undefined for a word that names no class of taxes. */
export const readTaxClass = (cell: string): string | undefined => taxClasses.get(plain(cell));
