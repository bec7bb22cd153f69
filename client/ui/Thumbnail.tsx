import { useState } from 'react';
import { pictureSources } from '../lib/pictureSources';
import { Icon } from './Icon';
import './thumbnail.css';

/** Decorative: the name is beside it. */
export function Thumbnail({ photo }: { photo: string | undefined }) {
  const [broken, setBroken] = useState<string>();
  const sources = pictureSources(photo);
  return (
    <span className="thumbnail">
      {sources && broken !== photo ? (
        <img {...sources} sizes="76px" alt="" width={76} height={76} loading="lazy" onError={() => setBroken(photo)} />
      ) : (
        <Icon name="picture" />
      )}
    </span>
  );
}
