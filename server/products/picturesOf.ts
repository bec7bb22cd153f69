import type { Picture } from '../__generated__/resolvers';
import manifest from '../demo/pictures/manifest.json';

type Entry = Omit<Picture, 'srcset' | '__typename'>;

function withSources(entry: Entry): Picture {
  const small = entry.url.replace(/-800\.avif$/, '-400.avif');
  return { ...entry, srcset: `${small} 400w, ${entry.url} 800w` };
}

const entries: Entry[] = Object.values(manifest).map(({ url, width, height, color, alt }) => ({
  url,
  width,
  height,
  color,
  alt,
}));
const byUrl = new Map(
  entries.filter(({ url }) => url.endsWith('-800.avif')).map((entry) => [entry.url, withSources(entry)]),
);

export const picturesOf = (photos: readonly string[]) => photos.map((photo) => byUrl.get(photo) ?? null);
