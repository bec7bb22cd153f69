import { type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../ErrorBoundary';
import { Footer } from './Footer';
import { Header } from './Header';
import { useHeadingFocus } from './useHeadingFocus';
import { useNewVersion } from './useNewVersion';
import { useScrollMemory } from './useScrollMemory';

export function Layout({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useNewVersion(pathname);
  useScrollMemory();
  useHeadingFocus(main);
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <main id="main" ref={main} tabIndex={-1} className="wrap">
        <ErrorBoundary page={pathname}>{children}</ErrorBoundary>
      </main>
      <Footer />
    </>
  );
}
