import { bearerToken, viewerOf } from './viewer';

const token = {
  uid: 'u1',
  email: 'Sam@X.dev',
  emailVerified: true,
  authTime: 1,
  issuedAt: 2,
  signInProvider: 'password',
};

describe('bearerToken', () => {
  test('returns the token', () => {
    expect(bearerToken({ rawHeaders: ['Host', 'x', 'Authorization', 'Bearer a.b-c_d.e'] })).toBe('a.b-c_d.e');
    expect(bearerToken({ rawHeaders: ['authorization', 'bearer a.b.c'] })).toBe('a.b.c');
  });

  test('returns null without the header', () => {
    expect(bearerToken({ rawHeaders: ['Host', 'authorization'] })).toBeNull();
  });

  test.each([
    ['another scheme', ['Authorization', 'Basic dTpw']],
    ['no token', ['Authorization', 'Bearer']],
    ['an empty token', ['Authorization', 'Bearer ']],
    ['an empty value', ['Authorization', '']],
    ['the scheme twice', ['Authorization', 'Bearer Bearer a.b.c']],
    ['two in one', ['Authorization', 'Bearer a.b.c, Bearer a.b.c']],
    ['the header twice', ['Authorization', 'Bearer a.b.c', 'authorization', 'Bearer a.b.c']],
    ['10 KB', ['Authorization', `Bearer ${'a'.repeat(10_240)}`]],
    ['4097 characters', ['Authorization', `Bearer ${'a'.repeat(4097)}`]],
  ])('refuses %s', (_, rawHeaders) => {
    expect(() => bearerToken({ rawHeaders })).toThrow(expect.objectContaining({ status: 401 }));
  });
});

describe('viewerOf', () => {
  test('carries the canonical e-mail', () => {
    expect(viewerOf(token)).toEqual({ uid: 'u1', email: 'sam@x.dev', emailVerified: true, token });
  });

  test('treats an invalid address as unverified', () => {
    expect(viewerOf({ ...token, email: 'a\0@x.dev' })).toMatchObject({ email: null, emailVerified: false });
  });
});
