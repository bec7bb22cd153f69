import { useState } from 'react';
import { pictureSources } from '../../lib/pictureSources';
import { Icon } from '../../ui/Icon';

interface Props {
  photo: string | undefined;
  sizes: string;
  /** Left out where the name stands beside it. */
  alt?: string;
  eager?: boolean;
}

/** A picture that does not load leaves its tint. */
export function ProductPicture({ photo, sizes, alt = '', eager = false }: Props) {
  const [broken, setBroken] = useState<string>();
  const sources = pictureSources(photo);
  if (!sources || broken === photo) {
    return (
      <span className="no-picture">
        <Icon name="cart" />
      </span>
    );
  }
  return (
    <img
      {...sources}
      {...(sources.srcSet ? { sizes } : {})}
      alt={alt}
      width={800}
      height={800}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBroken(photo)}
    />
  );
}
