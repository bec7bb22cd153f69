import { initials } from './initials';

describe('initials', () => {
  it('takes the first and the last word', () => {
    expect(initials('Anna Meyer')).toBe('AM');
    expect(initials('Anna Maria van Meyer')).toBe('AM');
    expect(initials('Anna')).toBe('A');
    expect(initials('élodie Ørsted')).toBe('ÉØ');
  });

  it('reads an e-mail by its local part', () => {
    expect(initials('anna.meyer@example.com')).toBe('AM');
    expect(initials('shopper@kiosk.test')).toBe('S');
  });

  it('has a placeholder for a name without letters', () => {
    expect(initials('')).toBe('?');
    expect(initials('***')).toBe('?');
  });
});
