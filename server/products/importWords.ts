import { normalizeWord, parseBoolean } from '@kiosk/csv/booleans';

/** Values that other shop platforms export; accents are ignored. */
const words = {
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

function vocabulary<T>(...meanings: readonly (readonly [T, keyof typeof words])[]): ReadonlyMap<string, T> {
  return new Map(
    meanings.flatMap(([meaning, key]) => words[key].flat().map((word): [string, T] => [normalizeWord(word), meaning])),
  );
}

const stock = vocabulary([true, 'inStock'], [false, 'outOfStock']);
const statuses = vocabulary(['ACTIVE', 'active'], ['INACTIVE', 'inactive']);

const taxClasses = vocabulary(['STANDARD', 'standardTax'], ['REDUCED', 'reducedTax'], ['ZERO', 'zeroTax']);

/** Parses a stock column; undefined for an unknown word. */
export const readInStock = (cell: string): boolean | undefined => parseBoolean(cell) ?? stock.get(normalizeWord(cell));

/** undefined for an unknown word. */
export function readStatus(cell: string): string | undefined {
  const truth = parseBoolean(cell);
  if (truth !== undefined) return truth ? 'ACTIVE' : 'INACTIVE';
  return statuses.get(normalizeWord(cell));
}

/** undefined for an unknown word. */
export const readTaxClass = (cell: string): string | undefined => taxClasses.get(normalizeWord(cell));
