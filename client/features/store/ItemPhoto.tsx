import { useState } from 'react';
import { constants } from '../../lib/constants';
import { pictureSources } from '../../lib/pictureSources';

const { width, height } = constants.placeholderImage;

/** The first photo, or a 50x50 placeholder image (M37), which also stands in for a picture that does not load. */
export function ItemPhoto({ photo, name }: { photo: string | undefined; name: string }) {
  const [broken, setBroken] = useState<string>();
  const sources = broken === photo ? null : pictureSources(photo);
  if (!sources) {
    return <img className="item-photo" src="/placeholder-50x50.svg" alt="No photo" width={width} height={height} />;
  }
  return (
    <img
      {...sources}
      {...(sources.srcSet && { sizes: `${width}px` })}
      className="item-photo"
      alt={name}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(photo)}
    />
  );
}
