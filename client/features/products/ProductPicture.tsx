import { useCallback, useState } from 'react';
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
  // What failed before React took the drawn page over has told index.html alone. Asking the picture itself would lay the page out.
  const look = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.hasAttribute('data-failed')) setBroken(photo);
    },
    [photo],
  );
  if (!sources || broken === photo) {
    return (
      <span className="no-picture">
        <Icon name="picture" />
      </span>
    );
  }
  return (
    <img
      ref={look}
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
