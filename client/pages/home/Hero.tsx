import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { Awning } from '../../ui/Awning';
import { hoverAndPress, useEntrance } from '../../ui/motion';

const shown = [
  { slug: 'towpath-running-shoe', tint: 'sports' },
  { slug: 'alder-ceramic-table-lamp', tint: 'home' },
  { slug: 'stillwater-wireless-headphones', tint: 'electronics' },
];

const { heading, subtext, buttons, hover, press } = constants.hero;
const entrance = [
  { selector: 'h1', ...heading },
  { selector: 'p', ...subtext },
  { selector: '.acts > *', ...buttons },
];
const moves = hoverAndPress(hover, press);

/**
 * On a document load the entrance is a CSS animation of the served sheet (`.hero.enters` in shop.css), which waits for no
 * script; who comes from another page of the shop gets the same from framer-motion.
 */
export function Hero() {
  const root = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const [byDocument] = useState(key === 'default');
  useEntrance(root, entrance, byDocument);
  return (
    <section ref={root} className={byDocument ? 'hero enters' : 'hero'}>
      <div>
        <h1>Discover Amazing Products at Great Prices</h1>
        <p>
          Shop from our curated collection of high-quality products across electronics, fashion, home &amp; garden, and
          sports &amp; fitness.
        </p>
        <div className="acts">
          <Button component={Link} to="/products" className="big" {...moves}>
            Shop Now
          </Button>
          <Button component={Link} to={categoryPath('Electronics')} variant="outlined" className="big ink" {...moves}>
            Browse Electronics
          </Button>
        </div>
      </div>
      <div className="stall" aria-hidden="true">
        <Awning />
        <div className="window">
          {shown.map(({ slug, tint }, index) => (
            <div key={slug} className={`pic tint-${tint}`}>
              <img
                src={`/pictures/${slug}-1-800.avif`}
                srcSet={`/pictures/${slug}-1-400.avif 400w, /pictures/${slug}-1-800.avif 800w`}
                sizes={index === 0 ? '(min-width: 900px) 480px, 60vw' : '(min-width: 900px) 240px, 40vw'}
                alt=""
                width={800}
                height={800}
                decoding="async"
              />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
