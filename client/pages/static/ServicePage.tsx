import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import type { PageTitleProps } from '../../ui/PageTitle';

const pages = [
  ['Contact us', '/contact'],
  ['Shipping', '/shipping'],
  ['Returns', '/returns'],
  ['FAQ', '/faq'],
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
] as const;

const columns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '200px minmax(0, 1fr)' },
  gap: { xs: 3.5, md: 8 },
  pt: { xs: 2.5, md: 5.5 },
};

/** Beside the text, or above it on narrow screens. */
const list = {
  position: { md: 'sticky' },
  top: { md: 104 },
  display: { xs: 'flex', md: 'grid' },
  flexWrap: 'wrap',
  gap: 0.25,
  mx: { xs: -0.75, md: 0 },
} as const;

const link = {
  display: 'block',
  px: { xs: 1.5, md: 1.75 },
  py: 1.125,
  borderRadius: 1,
  fontWeight: 'fontWeightMedium',
  '&[aria-current]': {
    bgcolor: 'primary.soft',
    color: 'primary.main',
    '@media (forced-colors: active)': { outline: '1px solid' },
  },
} as const;

/** The frame of the customer-service pages: navigation, and the text. */
export function ServicePage({ title, description, children }: PageTitleProps & { children: ReactNode }) {
  return (
    <Box sx={columns}>
      <nav aria-label="Service pages">
        <List disablePadding sx={list}>
          {pages.map(([label, path]) => (
            <li key={path}>
              <MuiLink component={NavLink} to={path} variant="body2" sx={link}>
                {label}
              </MuiLink>
            </li>
          ))}
        </List>
      </nav>
      <div data-testid="service-main">
        <Typography variant="h1">{title}</Typography>
        <Typography
          variant="lead"
          component="p"
          color="textSecondary"
          sx={{ maxWidth: '34em', mt: 1.5, mb: { xs: 3.5, md: 5 }, textWrap: 'balance' }}
        >
          {description}
        </Typography>
        {children}
      </div>
    </Box>
  );
}
