import { Component, type ReactNode } from 'react';

/** The last resort: whatever breaks while drawing, the visitor keeps a way back. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="wrap state-page" role="alert">
        <h1>Something went wrong</h1>
        <p className="muted">The page could not be shown. Nothing you did is lost.</p>
        <a className="more" href="/">
          Back to the shop
        </a>
      </main>
    );
  }
}
