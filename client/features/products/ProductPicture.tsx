import { useCallback, useState } from 'react';
import { pictureSources } from '../../lib/pictureSources';
import { Icon } from '../../ui/Icon';

interface Props {
  photo: string | undefined;
  sizes: string;
  /** '' where the name is beside it. */
  alt?: string;
  eager?: boolean;
}

export function ProductPicture({ photo, sizes, alt = '', eager = false }: Props) {
  const [broken, setBroken] = useState<string>();
  const sources = pictureSources(photo);
  // index.html marks pictures that failed before hydration. Reading `complete` from the image would force a layout.
  const checkFailure = useCallback(
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
      ref={checkFailure}
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
