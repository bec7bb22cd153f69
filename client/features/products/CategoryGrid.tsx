import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { rem } from '../../theme/typography';
import { Link } from '../../ui/Link';
import { Section } from '../../ui/Section';
import { categoryTint } from './categoryTint';
import { dimmed } from './PictureFrame';
import { ProductPicture } from './ProductPicture';

const pictures: Record<(typeof constants.categories)[number], { picture: string; words: string }> = {
  Electronics: { picture: 'cadence-smart-watch', words: 'Sound, screens, small helpers' },
  Fashion: { picture: 'harbour-canvas-tote', words: 'Knitwear, bags and shoes' },
  'Home & Garden': { picture: 'rubber-plant-in-clay-pot', words: 'Lamps, pots and tableware' },
  'Sports & Fitness': { picture: 'foundry-kettlebell-12-kg', words: 'Honest training equipment' },
};

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)' },
  gap: { xs: 1.5, md: 2.5 },
};
/** On the backdrop of its picture, in the dark scheme, too. */
const tile = {
  position: 'relative',
  display: 'block',
  overflow: 'hidden',
  borderRadius: rem(12),
  color: 'backdrop.text',
  '&:hover b': { textDecoration: 'underline', textUnderlineOffset: '4px' },
} as const;
const label = { position: 'absolute', insetInline: { xs: 14, md: 18 }, top: 16 };
const words = { display: { xs: 'none', sm: 'block' }, color: 'backdrop.secondary', fontWeight: 'fontWeightRegular' };
const fadingIn = { display: 'block', aspectRatio: '1', mt: 6.5, maskImage: 'linear-gradient(transparent, black 22%)' };

export function CategoryGrid() {
  return (
    <Section id="categories" title="Shop by category">
      <Box sx={grid}>
        {constants.categories.map((name) => (
          <Link
            key={name}
            to={categoryPath(name)}
            underline="none"
            sx={[tile, { bgcolor: `backdrop.${categoryTint(name)}` }, (theme) => theme.applyStyles('dark', dimmed)]}
          >
            <Box component="span" sx={label}>
              <Typography variant="tile" component="b" sx={{ display: 'block' }}>
                {name}
              </Typography>
              <Typography variant="label" sx={words}>
                {pictures[name].words}
              </Typography>
            </Box>
            <Box component="span" sx={fadingIn}>
              <ProductPicture
                photo={`/pictures/${pictures[name].picture}-1-800.avif`}
                sizes="(min-width: 1100px) 290px, 46vw"
              />
            </Box>
          </Link>
        ))}
      </Box>
    </Section>
  );
}
