import { initials } from './initials';

describe('initials', () => {
  it('takes the first letters of the first and the last word', () => {
    expect(initials('Anna Meyer')).toBe('AM');
    expect(initials('Anna Maria van Meyer')).toBe('AM');
    expect(initials('Anna')).toBe('A');
    expect(initials('élodie Ørsted')).toBe('ÉØ');
  });

  it('takes them from the local part of an e-mail', () => {
    expect(initials('anna.meyer@example.com')).toBe('AM');
    expect(initials('shopper@kiosk.test')).toBe('S');
  });

  it('returns a placeholder for a name without letters', () => {
    expect(initials('')).toBe('?');
    expect(initials('***')).toBe('?');
  });
});
