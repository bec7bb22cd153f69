import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Footer } from './Footer';
import { Header } from './Header';

/** The new page begins at its top, and a reader's cursor with it; the first page keeps where the browser put it. */
function useFreshStart() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

export function Layout({ children }: { children: ReactNode }) {
  const main = useFreshStart();
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <main id="main" ref={main} tabIndex={-1} className="wrap">
        {children}
      </main>
      <Footer />
    </>
  );
}
