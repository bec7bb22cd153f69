import { type ReactNode, StrictMode } from 'react';
import { ErrorBoundary } from './ErrorBoundary';
import { Providers } from './Providers';
import { Router } from './router';

/** `inRouter`: the browser's address, or a fixed one where HTML is made ahead of time. */
export function App({ inRouter }: { inRouter: (children: ReactNode) => ReactNode }) {
  return (
    <StrictMode>
      {inRouter(
        <ErrorBoundary>
          <Providers>
            <Router />
          </Providers>
        </ErrorBoundary>,
      )}
    </StrictMode>
  );
}
