import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { constants } from '../../lib/constants';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';

const blurbs = [
  {
    icon: 'truck',
    title: `Free shipping over $${constants.freeShippingThreshold}`,
    // Each delivery zone has its own limit, or none.
    words: (
      <Link color="primary" to="/shipping">
        See where it applies
      </Link>
    ),
  },
  { icon: 'lock', title: 'Secure payment', words: 'Your details stay with you' },
  { icon: 'chat', title: '24/7 support', words: 'Real people, any hour' },
] as const;

const strip = {
  display: 'grid',
  gridTemplateColumns: { sm: 'repeat(3, 1fr)' },
  p: 0,
  borderBlock: '1px solid',
  borderColor: 'divider',
  listStyle: 'none',
};
const blurb = {
  alignItems: 'center',
  gap: 2,
  p: { xs: '18px 4px', sm: '26px 8px' },
  '& + li': {
    pl: { sm: 4.25 },
    borderTop: { xs: 1, sm: 0 },
    borderLeft: { sm: 1 },
    borderColor: { xs: 'divider', sm: 'divider' },
  },
  '& svg': { color: 'primary.main' },
};

export function Blurbs() {
  return (
    <Box component="ul" aria-label="What you can count on" sx={strip}>
      {blurbs.map(({ icon, title, words }) => (
        <Stack component="li" direction="row" key={title} sx={blurb}>
          <Icon name={icon} size={28} />
          <div>
            <Typography variant="h6" component="b" sx={{ display: 'block' }}>
              {title}
            </Typography>
            <Typography variant="caption" component="p" color="textSecondary">
              {words}
            </Typography>
          </div>
        </Stack>
      ))}
    </Box>
  );
}
