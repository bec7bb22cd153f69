import { formatMoney } from '../../lib/money';
import { formatCategories, formatDate, formatDiscount, formatEmail, formatStock } from './itemFormats';

describe('M36 M37: the cells of the product tables', () => {
  it("prices carry '$'", () => {
    expect([0.01, 7, 12.5, 1299].map(formatMoney)).toEqual(['$0.01', '$7.00', '$12.50', '$1,299.00']);
  });

  it("a discount is 'N%' above 0, else '-'", () => {
    expect([20, 12.5, 0.5, 0, -1].map(formatDiscount)).toEqual(['20%', '12.5%', '0.5%', '-', '-']);
  });

  it("categories are joined with commas, else '-'", () => {
    expect(formatCategories(['Electronics', 'Audio'])).toBe('Electronics, Audio');
    expect(formatCategories(['Electronics'])).toBe('Electronics');
    expect(formatCategories([])).toBe('-');
    expect(formatCategories(['', ' '])).toBe('-');
  });

  it("stock is 'In Stock' or 'Out of Stock'", () => {
    expect([true, false].map(formatStock)).toEqual(['In Stock', 'Out of Stock']);
  });

  it("an e-mail is itself or '-'", () => {
    expect(['anna@example.com', '', null].map(formatEmail)).toEqual(['anna@example.com', '-', '-']);
  });

  it("a date is the locale's, or 'N/A' when missing", () => {
    const noon = '2026-11-18T12:00:00.000Z';
    expect(formatDate(noon)).toBe(new Date(noon).toLocaleDateString());
    expect([null, '', 'nonsense'].map(formatDate)).toEqual(['N/A', 'N/A', 'N/A']);
  });
});
