import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from './ErrorBoundary';
import { Providers } from './Providers';
import { Router } from './router';

export function App() {
  return (
    <StrictMode>
      <BrowserRouter>
        <ErrorBoundary>
          <Providers>
            <Router />
          </Providers>
        </ErrorBoundary>
      </BrowserRouter>
    </StrictMode>
  );
}
