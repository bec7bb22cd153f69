import { categoryPath, productPath, safeReturnPath, searchPath } from './paths';

describe('paths', () => {
  it('escapes its parameters', () => {
    expect(categoryPath('Home & Garden')).toBe('/products?category=Home%20%26%20Garden');
    expect(searchPath('50% wool')).toBe('/products?search=50%25%20wool');
    expect(productPath('summit-steel-bottle')).toBe('/products/summit-steel-bottle');
  });

  it('accepts only return paths of this site', () => {
    expect(safeReturnPath('/dashboard?x=1#y')).toBe('/dashboard?x=1#y');
    expect(safeReturnPath('//evil.test')).toBe('/');
    expect(safeReturnPath('/\\evil.test')).toBe('/');
    expect(safeReturnPath('/\t/evil.test')).toBe('/');
    expect(safeReturnPath('https://evil.test')).toBe('/');
    expect(safeReturnPath(undefined)).toBe('/');
  });

  it('does not return to the sign-in or registration page', () => {
    expect(safeReturnPath('/login')).toBe('/');
    expect(safeReturnPath('/Register?x=1')).toBe('/');
    expect(safeReturnPath('/login-help')).toBe('/login-help');
  });
});
