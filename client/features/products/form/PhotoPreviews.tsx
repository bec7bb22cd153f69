import Stack from '@mui/material/Stack';
import { rem } from '../../../theme/typography';
import { Thumbnail } from '../../../ui/Thumbnail';
import { isPhotoAddress } from './isPhotoAddress';
import { normalizePhotoAddress } from './normalizePhotoAddress';
import { useDebouncedValue } from './useDebouncedValue';

const maxPreviews = 10;

/** A thumbnail per address; a blank, invalid or broken one keeps its space. */
export function PhotoPreviews({ photos }: { photos: readonly string[] }) {
  const debounced = useDebouncedValue(photos.slice(0, maxPreviews).join('\n')).split('\n');
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1.25, '&& > *': { width: rem(56), height: rem(56) } }}>
      {debounced.map(normalizePhotoAddress).map((photo, index) => (
        <Thumbnail size={56} key={`${index} ${photo}`} photo={isPhotoAddress(photo) ? photo : undefined} />
      ))}
    </Stack>
  );
}
