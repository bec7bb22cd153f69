/** The shop's own pictures have two sizes (`NAME-400.avif`, `NAME-800.avif`); other URLs are used as they are. */
export function pictureSources(photo: string | undefined): { src: string; srcSet?: string } | null {
  if (!photo) return null;
  const own = /^(\/pictures\/.+)-800\.avif$/.exec(photo);
  if (!own || photo.startsWith('/pictures/category-')) return { src: photo };
  return { src: photo, srcSet: `${own[1]}-400.avif 400w, ${photo} 800w` };
}
