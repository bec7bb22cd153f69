/** A typed number with a point: of '12,50' and '1,250.00'; '1,299', which may mean either, and any other text as it is, trimmed. */
export const pointDecimal = (text: string): string =>
  text
    .trim()
    .replace(/^[+-]?\d{1,3}(,\d{3})+(?=\.\d{1,2}$)/, (thousands) => thousands.replaceAll(',', ''))
    .replace(/^([+-]?\d*),(\d{1,2})$/, '$1.$2');
