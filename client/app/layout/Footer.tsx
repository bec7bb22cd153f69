import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { useSession } from '../../session/SessionProvider';
import { rem } from '../../theme/typography';
import { Link } from '../../ui/Link';
import { ThemeChoice } from '../../ui/ThemeChoice';
import { Brand } from './Brand';

const columns: { title: string; links: (readonly [string, string])[] }[] = [
  { title: 'Categories', links: constants.categories.map((name) => [name, categoryPath(name)] as const) },
  {
    title: 'Customer service',
    links: [
      ['Contact us', '/contact'],
      ['Shipping', '/shipping'],
      ['Returns', '/returns'],
      ['FAQ', '/faq'],
    ],
  },
];

const account = {
  signedOut: [
    ['Sign In', '/login'],
    ['Create Account', '/register'],
  ],
  signedIn: [
    ['My Account', '/dashboard'],
    ['Change Password', '/account/action'],
  ],
  always: [
    ['My Orders', '/dashboard'],
    ['Wishlist', '/dashboard'],
  ],
} as const;

/** On ink, with a scalloped edge towards the page. */
export const Ground = styled('footer')(({ theme: { vars, spacing } }) => ({
  position: 'relative',
  padding: `${spacing(8)} 0 ${spacing(4)}`,
  backgroundColor: vars.palette.footer.main,
  color: vars.palette.footer.text,
  '&::before': {
    content: '""',
    position: 'absolute',
    left: 0,
    right: 0,
    top: -14,
    height: 15,
    background: `radial-gradient(circle at 50% 100%, ${vars.palette.footer.main} 13.5px, transparent 14px) 0 0 / 28px 15px repeat-x`,
  },
  '& :focus-visible': { outlineColor: vars.palette.secondary.main },
}));

/** The same height with and without a user: no layout shift when the session loads. */
export function Footer() {
  const { user } = useSession();
  const links = [...(user ? account.signedIn : account.signedOut), ...account.always];
  return (
    <Ground>
      <Container>
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: {
              xs: 'repeat(2, minmax(0, 1fr))',
              sm: 'repeat(3, minmax(0, 1fr))',
              md: '1.5fr 1fr 1fr 1fr',
            },
            overflowWrap: 'anywhere',
          }}
        >
          <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
            <Brand />
            <Typography variant="body2" sx={{ maxWidth: '26em', mt: 1.75, color: 'footer.secondary' }}>
              Good things for every day, chosen one by one.
            </Typography>
          </Box>
          {[...columns, { title: 'Account', links }].map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <Typography variant="label" component="h2" sx={{ mb: 1, lineHeight: 1.2 }}>
                {title}
              </Typography>
              <Box component="ul" sx={{ p: 0, listStyle: 'none' }}>
                {links.map(([label, path]) => (
                  <li key={label}>
                    <Link
                      to={path}
                      state={path === '/account/action' ? { email: user?.email } : null}
                      variant="body2"
                      sx={{ display: 'inline-block', py: 0.625, color: 'footer.secondary' }}
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </Box>
            </nav>
          ))}
        </Box>
        <End />
      </Container>
    </Ground>
  );
}

function End() {
  return (
    <Typography
      variant="caption"
      component="div"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'space-between',
        alignItems: 'center',
        gap: 1.5,
        mt: 5.5,
        pt: 2.75,
        borderTop: 1,
        borderColor: 'footer.divider',
        color: 'footer.secondary',
      }}
    >
      <span>© {new Date().getFullYear()} Kiosk. All rights reserved.</span>
      <Stack component="nav" direction="row" aria-label="Legal" sx={{ gap: 2.5 }}>
        <Link to="/privacy">Privacy</Link>
        <Link to="/terms">Terms</Link>
      </Stack>
      <ThemeChoice
        sx={{
          minWidth: 0,
          height: rem(36),
          borderColor: 'footer.divider',
          bgcolor: 'footer.main',
          color: 'footer.text',
          typography: 'caption',
        }}
      />
    </Typography>
  );
}
