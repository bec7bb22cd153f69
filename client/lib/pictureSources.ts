/** The shop's own pictures come in two sizes (`NAME-400.avif`, `NAME-800.avif`); any other address is used as it is. */
export function pictureSources(photo: string | undefined): { src: string; srcSet?: string } | null {
  if (!photo) return null;
  const own = /^(\/pictures\/.+)-800\.avif$/.exec(photo);
  if (!own || photo.startsWith('/pictures/category-')) return { src: photo };
  return { src: photo, srcSet: `${own[1]}-400.avif 400w, ${photo} 800w` };
}
