import Avatar from '@mui/material/Avatar';
import { useState } from 'react';
import { pictureSources } from '../lib/pictureSources';
import { Icon } from './Icon';

/** Decorative: the name is beside it. */
export function Thumbnail({ photo, size = 76 }: { photo: string | undefined; size?: number }) {
  const [broken, setBroken] = useState<string>();
  const sources = pictureSources(photo);
  return (
    <Avatar variant="rounded" sx={{ width: size, height: size }}>
      {sources && broken !== photo ? (
        <img
          {...sources}
          sizes={`${size}px`}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setBroken(photo)}
        />
      ) : (
        <Icon name="picture" />
      )}
    </Avatar>
  );
}
