import type { Picture } from '../__generated__/resolvers';
import manifest from '../demo/pictures/manifest.json';

type Entry = Omit<Picture, 'srcset' | '__typename'>;

function pictureFrom({ url, width, height, color, alt }: Entry): Picture {
  const small = url.replace(/-800\.avif$/, '-400.avif');
  return { url, width, height, color, alt, srcset: `${small} 400w, ${url} 800w` };
}

const byUrl = new Map(
  Object.values(manifest)
    .filter(({ url }) => url.endsWith('-800.avif'))
    .map((entry) => [entry.url, pictureFrom(entry)]),
);

export const picturesOf = (photos: readonly string[]) => photos.map((photo) => byUrl.get(photo) ?? null);
