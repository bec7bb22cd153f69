const key = 'kiosk-viewed-products';
const limits = { people: 4, slugs: 12 };

/** Newest first; the uid is '' for anonymous users. */
interface Viewed {
  readonly uid: string;
  readonly slugs: readonly string[];
}

/** The storage is untrusted: other versions, extensions and users write there too. */
function parseViewed(value: unknown): Viewed[] {
  if (typeof value !== 'object' || value === null) return [];
  const { uid, slugs } = value as { uid?: unknown; slugs?: unknown };
  if (typeof uid !== 'string' || !Array.isArray(slugs)) return [];
  const texts = slugs.filter((slug): slug is string => typeof slug === 'string' && slug !== '');
  return [{ uid, slugs: [...new Set(texts)].slice(0, limits.slugs) }];
}

function read(): readonly Viewed[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(parseViewed) : [];
  } catch {
    return [];
  }
}

function write(all: readonly Viewed[]): void {
  const kept = all.filter(({ slugs }) => slugs.length > 0).slice(0, limits.people);
  try {
    if (kept.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Without storage nothing is remembered.
  }
}

export function viewedSlugs(uid: string): readonly string[] {
  return read().find((viewed) => viewed.uid === uid)?.slugs ?? [];
}

function change(uid: string, slugs: readonly string[]): void {
  write([{ uid, slugs }, ...read().filter((viewed) => viewed.uid !== uid)]);
}

export function rememberViewed(uid: string, slug: string): void {
  const others = viewedSlugs(uid).filter((each) => each !== slug);
  change(uid, [slug, ...others].slice(0, limits.slugs));
}

export function forgetViewed(uid: string): void {
  change(uid, []);
}
