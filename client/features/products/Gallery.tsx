import { type KeyboardEvent, useState } from 'react';
import type { ProductQuery } from '../../__generated__/operations';
import { lazyModule } from '../../lib/lazyModule';
import { lazyComponent } from '../../ui/lazyComponent';
import { ProductPicture } from './ProductPicture';

const enlarged = lazyModule(() => import('./EnlargedPicture'));
const EnlargedPicture = lazyComponent(enlarged, 'EnlargedPicture', {
  title: 'The enlarged picture',
  overlay: ({ onClose }) => ({ isOpen: true, close: onClose }),
});

interface Props {
  name: string;
  photos: readonly string[];
  pictures: NonNullable<ProductQuery['product']>['pictures'];
  tint: string;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function Gallery({ name, photos, pictures, tint }: Props) {
  const [requested, setRequested] = useState(0);
  const [isEnlarged, setIsEnlarged] = useState(false);
  const chosen = Math.min(requested, Math.max(0, photos.length - 1));
  const seen = pictures[chosen]?.alt ?? name;

  function move(event: KeyboardEvent<HTMLElement>) {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + photos.length) % photos.length;
    setRequested(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div className={`gallery ${photos.length > 1 ? 'with-thumbs' : ''}`}>
      <div className={`pic large tint-${tint}`}>
        <ProductPicture
          key={photos[chosen]}
          photo={photos[chosen]}
          alt={photos.length > 1 ? `${seen}, picture ${chosen + 1} of ${photos.length}` : seen}
          eager
          sizes="(min-width: 900px) 640px, 100vw"
        />
        {photos.length > 0 && (
          <button
            type="button"
            className="enlarge"
            aria-haspopup="dialog"
            onPointerEnter={enlarged.prefetch}
            onFocus={enlarged.prefetch}
            onClick={() => setIsEnlarged(true)}
          >
            Enlarge
          </button>
        )}
      </div>
      {photos.length > 1 && (
        <div className="thumbs" role="group" aria-label="Pictures" onKeyDown={move}>
          {photos.map((photo, index) => (
            <button
              key={`${index} ${photo}`}
              type="button"
              aria-label={`Picture ${index + 1}`}
              aria-pressed={index === chosen}
              className={`pic tint-${tint}`}
              onClick={() => setRequested(index)}
            >
              <ProductPicture photo={photo} sizes="84px" />
            </button>
          ))}
        </div>
      )}
      {isEnlarged && (
        <EnlargedPicture
          photos={photos}
          alts={photos.map((_, index) => pictures[index]?.alt ?? name)}
          initial={chosen}
          onClose={() => setIsEnlarged(false)}
        />
      )}
    </div>
  );
}
