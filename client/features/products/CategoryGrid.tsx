import { Link } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { categoryTint } from './categoryTint';

const pictures: Record<(typeof constants.categories)[number], { picture: string; words: string }> = {
  Electronics: { picture: 'cadence-smart-watch', words: 'Sound, screens, small helpers' },
  Fashion: { picture: 'harbour-canvas-tote', words: 'Knitwear, bags and shoes' },
  'Home & Garden': { picture: 'rubber-plant-in-clay-pot', words: 'Lamps, pots and tableware' },
  'Sports & Fitness': { picture: 'foundry-kettlebell-12-kg', words: 'Honest training equipment' },
};

export function CategoryGrid() {
  return (
    <section className="section" aria-labelledby="categories">
      <div className="section-top">
        <h2 id="categories">Shop by category</h2>
      </div>
      <div className="cats">
        {constants.categories.map((name) => (
          <Link key={name} to={categoryPath(name)} className={`cat tint-${categoryTint(name)}`}>
            <span className="lab">
              <b>{name}</b>
              <span>{pictures[name].words}</span>
            </span>
            <span className="pic">
              <img
                src={`/pictures/${pictures[name].picture}-1-800.avif`}
                srcSet={`/pictures/${pictures[name].picture}-1-400.avif 400w, /pictures/${pictures[name].picture}-1-800.avif 800w`}
                sizes="(min-width: 1100px) 290px, 46vw"
                alt=""
                width={800}
                height={800}
                loading="lazy"
                decoding="async"
              />
            </span>
          </Link>
        ))}
      </div>
    </section>
  );
}
