import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { constants } from '../../lib/constants';
import { pictureSources } from '../../lib/pictureSources';

const { width, height } = constants.placeholderImage;

const Photo = styled('img')(({ theme: { vars } }) => ({
  width,
  height,
  borderRadius: 8,
  backgroundColor: vars.palette.background.sunken,
}));

/** The first photo, or a 50x50 placeholder image (M37), which also stands in for a picture that does not load. */
export function ItemPhoto({ photo, name }: { photo: string | undefined; name: string }) {
  const [broken, setBroken] = useState<string>();
  const sources = broken === photo ? null : pictureSources(photo);
  if (!sources) {
    return <Photo src="/placeholder-50x50.svg" alt="No photo" width={width} height={height} />;
  }
  return (
    <Photo
      {...sources}
      {...(sources.srcSet && { sizes: `${width}px` })}
      alt={name}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(photo)}
    />
  );
}
