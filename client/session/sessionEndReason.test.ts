import { sessionEndReason, tokenExpirySeconds } from './sessionEndReason';

const tokenWith = (claims: object) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

describe('the reason why a session has ended', () => {
  it('reads the expiry time of a token, and nothing from other text', () => {
    expect(tokenExpirySeconds(tokenWith({ exp: 1_800_000_000, name: 'Zoë >>> ???' }))).toBe(1_800_000_000);
    for (const text of ['', 'left over', 'a.b.c', tokenWith({}), tokenWith({ exp: 'soon' })]) {
      expect(tokenExpirySeconds(text)).toBeUndefined();
    }
  });

  it('is expiry or unknown, without a needless request', async () => {
    expect(await sessionEndReason(tokenWith({ exp: 1 }))).toBe('Your session has ended. Please sign in again.');
    expect(await sessionEndReason('left over')).toBeUndefined();
  });
});
