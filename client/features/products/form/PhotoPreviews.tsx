import { Thumbnail } from '../../../ui/Thumbnail';
import { isPhotoAddress } from './isPhotoAddress';
import { photoAsTyped } from './photoAsTyped';
import { useSettled } from './useSettled';

const maximum = 10;

/** A small picture per address; a blank, wrong or broken one keeps its place. */
export function PhotoPreviews({ photos }: { photos: readonly string[] }) {
  const settled = useSettled(photos.slice(0, maximum).join('\n')).split('\n');
  return (
    <div className="photo-previews">
      {settled.map(photoAsTyped).map((photo, index) => (
        <Thumbnail key={`${index} ${photo}`} photo={isPhotoAddress(photo) ? photo : undefined} />
      ))}
    </div>
  );
}
