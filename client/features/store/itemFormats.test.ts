import { formatMoney } from '../../lib/money';
import { formatCategories, formatDate, formatDiscount, formatOwner, formatStock } from './itemFormats';

describe('M36 M37: the cells of the product tables', () => {
  it("formats prices with '$'", () => {
    expect([0.01, 7, 12.5, 1299].map(formatMoney)).toEqual(['$0.01', '$7.00', '$12.50', '$1,299.00']);
  });

  it("formats a discount as 'N%' above 0, else as '-'", () => {
    expect([20, 12.5, 0.5, 0, -1].map(formatDiscount)).toEqual(['20%', '12.5%', '0.5%', '-', '-']);
  });

  it("joins categories with commas, else shows '-'", () => {
    expect(formatCategories(['Electronics', 'Audio'])).toBe('Electronics, Audio');
    expect(formatCategories(['Electronics'])).toBe('Electronics');
    expect(formatCategories([])).toBe('-');
    expect(formatCategories(['', ' '])).toBe('-');
  });

  it("formats stock as 'In Stock' or 'Out of Stock'", () => {
    expect([true, false].map(formatStock)).toEqual(['In Stock', 'Out of Stock']);
  });

  it("shows an e-mail, the uid of whoever has none, or '-'", () => {
    const shown = (email: string | null, ownerId: string | null) => formatOwner({ email, ownerId });
    expect([shown('anna@example.com', 'uid-anna'), shown('', 'uid-anna'), shown(null, null)]).toEqual([
      'anna@example.com',
      'uid-anna',
      '-',
    ]);
  });

  it("formats a date for the locale, or 'N/A' when it is missing", () => {
    const noon = '2026-11-18T12:00:00.000Z';
    expect(formatDate(noon)).toBe(new Date(noon).toLocaleDateString());
    expect([null, '', 'nonsense'].map(formatDate)).toEqual(['N/A', 'N/A', 'N/A']);
  });
});
