import { profileSchema, providerPhoto } from './profile';

const before = { name: 'Anna Meyer', photoURL: 'me.png' };
const check = (profile: { name: string; photoURL: string }) => profileSchema(before).validate(profile);

describe('M43: the profile', () => {
  it('accepts a name, and for the photo a web address, nothing or the stored value', async () => {
    for (const photoURL of ['', 'me.png', 'https://example.com/me.jpg', 'http://example.com']) {
      await expect(check({ name: ' An ', photoURL })).resolves.toEqual({ name: 'An', photoURL });
    }
  });

  it('reports each error', async () => {
    await expect(check({ name: ' A ', photoURL: '' })).rejects.toThrow('Name is required');
    await expect(check({ name: 'A'.repeat(101), photoURL: '' })).rejects.toThrow('Name must be at most 100 characters');
    for (const photoURL of ['you.png', 'javascript:alert(1)', 'data:image/png;base64,AA', 'https://']) {
      await expect(check({ name: 'Anna', photoURL })).rejects.toThrow('Photo must be a web address');
    }
  });

  it('sends the identity provider web addresses only', () => {
    expect(providerPhoto('me.png')).toBe('');
    expect(providerPhoto('https://example.com/me.jpg')).toBe('https://example.com/me.jpg');
  });
});
