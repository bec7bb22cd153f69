import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { categoryPath } from '../../lib/paths';
import { Awning } from '../../ui/Awning';

const shown = [
  { slug: 'towpath-running-shoe', tint: 'sports' },
  { slug: 'alder-ceramic-table-lamp', tint: 'home' },
  { slug: 'stillwater-wireless-headphones', tint: 'electronics' },
];

/** The entrance is a CSS animation of the served sheet (`.hero` in shop.css): it waits for no script. */
export function Hero() {
  return (
    <section className="hero">
      <div>
        <h1>Discover Amazing Products at Great Prices</h1>
        <p>
          Shop from our curated collection of high-quality products across electronics, fashion, home &amp; garden, and
          sports &amp; fitness.
        </p>
        <div className="acts">
          <Button component={Link} to="/products" className="big">
            Shop Now
          </Button>
          <Button component={Link} to={categoryPath('Electronics')} variant="outlined" className="big ink">
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
