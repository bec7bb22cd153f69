/** A typed number with a decimal point, from '12,50' or '1,250.00'; the ambiguous '1,299' and other text is only trimmed. */
export const pointDecimal = (text: string): string =>
  text
    .trim()
    .replace(/^[+-]?\d{1,3}(,\d{3})+(?=\.\d{1,2}$)/, (thousands) => thousands.replaceAll(',', ''))
    .replace(/^([+-]?\d*),(\d{1,2})$/, '$1.$2');
