import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Stack from '@mui/material/Stack';
import Toolbar from '@mui/material/Toolbar';
import { useRef } from 'react';
import { useSession } from '../../session/SessionProvider';
import { usePaymentProvider } from '../../session/usePaymentProvider';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { TestPaymentsBanner } from '../../ui/TestPaymentsNote';
import { useHeightVariable } from '../../ui/useHeightVariable';
import { Brand } from './Brand';
import { Ground } from './Footer';

const back = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  ml: 'auto',
  '& svg': { transform: 'scaleX(-1)' },
} as const;

/** The only link leads to the cart, so that nothing distracts. */
export function CheckoutHeader() {
  const { user } = useSession();
  const bar = useRef<HTMLElement>(null);
  useHeightVariable(bar, '--head-height');
  const isTest = usePaymentProvider() === 'test';
  return (
    <>
      {isTest && <TestPaymentsBanner />}
      <AppBar position="static" ref={bar}>
        <Container>
          <Toolbar>
            <Brand />
            <Link to={user ? '/cart' : '/products'} color="primary" variant="label" sx={back}>
              <Icon name="arrow" size={16} />
              {user ? 'Back to cart' : 'Back to the shop'}
            </Link>
          </Toolbar>
        </Container>
      </AppBar>
    </>
  );
}

/** The checkout's footer, which answers common doubts. */
export function CheckoutFooter() {
  return (
    <Ground>
      <Container>
        <Stack
          component="nav"
          direction="row"
          aria-label="Customer service"
          sx={{ flexWrap: 'wrap', gap: '8px 24px', typography: 'caption', color: 'footer.secondary' }}
        >
          <Link to="/shipping">Shipping</Link>
          <Link to="/returns">Returns</Link>
          <Link to="/contact">Contact us</Link>
          <Box component="span" sx={{ ml: { sm: 'auto' } }}>
            © {new Date().getFullYear()} Kiosk
          </Box>
        </Stack>
      </Container>
    </Ground>
  );
}
