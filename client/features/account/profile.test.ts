import { profileSchema, providerPhoto } from './profile';

const before = { name: 'Anna Meyer', photoURL: 'me.png' };
const check = (profile: { name: string; photoURL: string }) => profileSchema(before).validate(profile);

describe('M43: the profile', () => {
  it('accepts a name, and as photo a web address, an empty text or the stored value', async () => {
    for (const photoURL of ['', 'me.png', 'https://example.com/me.jpg', 'http://example.com']) {
      await expect(check({ name: ' An ', photoURL })).resolves.toEqual({ name: 'An', photoURL });
    }
  });

  it('reports an invalid name or photo', async () => {
    await expect(check({ name: ' A ', photoURL: '' })).rejects.toThrow('Name is required');
    await expect(check({ name: 'A'.repeat(101), photoURL: '' })).rejects.toThrow('Name must be at most 100 characters');
    for (const photoURL of ['you.png', 'javascript:alert(1)', 'data:image/png;base64,AA', 'https://']) {
      await expect(check({ name: 'Anna', photoURL })).rejects.toThrow('Photo must be a web address');
    }
  });

  it('passes only web addresses to the identity provider as photo', () => {
    expect(providerPhoto('me.png')).toBe('');
    expect(providerPhoto('https://example.com/me.jpg')).toBe('https://example.com/me.jpg');
  });
});
