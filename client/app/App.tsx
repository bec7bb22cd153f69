import { type ReactNode, StrictMode } from 'react';
import { ErrorBoundary } from './ErrorBoundary';
import { AppTheme } from './AppTheme';
import type { PageData } from './pageData';
import { Providers } from './Providers';
import { Router } from './router';

interface Props {
  /** The browser's address, or a fixed one where the server renders the page. */
  inRouter: (children: ReactNode) => ReactNode;
  pageData: PageData | undefined;
}

export function App({ inRouter, pageData }: Props) {
  return (
    <StrictMode>
      {inRouter(
        <AppTheme>
          <ErrorBoundary>
            <Providers pageData={pageData}>
              <Router />
            </Providers>
          </ErrorBoundary>
        </AppTheme>,
      )}
    </StrictMode>
  );
}
