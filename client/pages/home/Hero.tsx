import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { Awning } from '../../ui/Awning';
import { useEntrance, useHoverAndPress } from '../../ui/motion';

const { heading, subtext, buttons, hover, press } = constants.hero;
const entrance = [
  { selector: 'h1', ...heading },
  { selector: 'p', ...subtext },
  { selector: '.acts > *', ...buttons },
];

/**
 * On a document load the entrance is a CSS animation of the served sheet (`.hero.enters` in shop.css), which waits for no
 * script; on a navigation within the shop framer-motion plays the same.
 */
export function Hero() {
  const root = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const [byDocument] = useState(key === 'default');
  useEntrance(root, entrance, byDocument);
  const moves = useHoverAndPress(hover, press);
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
          <div className="pic tint-home">
            <img
              src="/pictures/hero-1200.avif"
              srcSet="/pictures/hero-800.avif 800w, /pictures/hero-1200.avif 1200w"
              // Less than it takes on phones, whose dense screens would fetch twice the bytes for no more to see.
              sizes="(min-width: 900px) 540px, 75vw"
              alt=""
              width={1200}
              height={1200}
              decoding="async"
            />
          </div>
        </div>
      </div>
    </section>
  );
}
