import { rem } from '../../theme/typography';

const size = rem(84);

/** For several pictures; the thumbnails are below the large one on phones, otherwise on its left. */
export const galleryLayout = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `${size} minmax(0, 1fr)` },
  gap: 2,
};
export const largePicture = { order: { md: 1 } };
export const smallPictures = { flexFlow: { xs: 'row wrap', md: 'column' }, gap: 1.5 } as const;
export const smallPicture = { width: size, height: size };
