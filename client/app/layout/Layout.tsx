import Container from '@mui/material/Container';
import { styled } from '@mui/material/styles';
import Toolbar from '@mui/material/Toolbar';
import { type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../ErrorBoundary';
import { lazyModule } from '../../lib/lazyModule';
import { lazyComponent } from '../../ui/lazyComponent';
import { Footer } from './Footer';
import { Header } from './Header';
import { useHeadingFocus } from './useHeadingFocus';
import { useNewVersion } from './useNewVersion';
import { useScrollMemory } from './useScrollMemory';

const frame = lazyModule(() => import('./CheckoutFrame'));
/** If they cannot be loaded, the links of every page remain. */
const CheckoutHeader = lazyComponent(frame, 'CheckoutHeader', {
  title: 'The header',
  loading: <Toolbar />,
  fallback: () => <Header isFullWidth={false} />,
});
const CheckoutFooter = lazyComponent(frame, 'CheckoutFooter', { title: 'The footer', fallback: () => <Footer /> });

const SkipLink = styled('a')(({ theme: { vars, shape, zIndex, typography } }) => ({
  ...typography.button,
  position: 'absolute',
  left: 16,
  top: -60,
  zIndex: zIndex.appBar + 1,
  padding: '10px 16px',
  borderRadius: shape.borderRadius,
  backgroundColor: vars.palette.primary.main,
  color: vars.palette.primary.contrastText,
  '&:focus': { top: 12 },
}));

/** Between header and footer: text width, full width, or in the dashboard the header's width. */
const widths = {
  text: { flex: 1, mb: { xs: 9, md: 13 } },
  window: { flex: 1, maxWidth: 'none', mb: { xs: 7, md: 11.25 } },
  dashboard: { flex: 1, maxWidth: 'none' },
  checkout: { flex: 1, mb: { xs: 7, md: 9 } },
} as const;

interface Props {
  width: keyof typeof widths;
  children: ReactNode;
}

export function Layout({ width, children }: Props) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useNewVersion(pathname);
  useScrollMemory();
  useHeadingFocus(main);
  const isCheckout = width === 'checkout';
  return (
    <>
      <SkipLink
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </SkipLink>
      {isCheckout ? <CheckoutHeader /> : <Header isFullWidth={width === 'dashboard'} />}
      <Container
        component="main"
        id="main"
        ref={main}
        tabIndex={-1}
        disableGutters={width !== 'text' && !isCheckout}
        sx={widths[width]}
      >
        <ErrorBoundary page={pathname}>{children}</ErrorBoundary>
      </Container>
      {isCheckout ? <CheckoutFooter /> : <Footer />}
    </>
  );
}
