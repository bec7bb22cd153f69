/** Mirrors the server's rule (`server/auth/canonicalEmail.ts`), which is authoritative: at most 254 characters, 64 before the @. */
export const emailPattern = /^(?=.{0,254}$)[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;
