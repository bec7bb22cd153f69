import { Component, type ReactNode } from 'react';
import { type LazyModule, ModuleLoadError } from '../lib/lazyModule';

export interface ModuleFailure {
  /** By the user: reloads the page if the browser has cached the failure. */
  retryOrReload: () => void;
  retry: () => void;
  isRetrying: boolean;
}

interface Props {
  module: LazyModule<unknown>;
  renderError: (failure: ModuleFailure) => ReactNode;
  children: ReactNode;
}

interface State {
  error: unknown;
  isRetrying: boolean;
}

/** An error boundary for load errors of one module. Retries when the network is back or on request. */
export class ModuleBoundary extends Component<Props, State> {
  override state: State = { error: undefined, isRetrying: false };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  override componentDidMount() {
    window.addEventListener('online', this.retryIfFailed);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retryIfFailed);
    this.props.module.forgetFailure();
  }

  private readonly retryIfFailed = () => {
    if (this.state.error) void this.load(false);
  };

  private readonly retryOrReload = () => void this.load(true);

  private async load(mayReload: boolean) {
    this.setState({ isRetrying: true });
    try {
      await this.props.module.load();
      this.setState({ error: undefined });
    } catch (error) {
      if (mayReload && error instanceof ModuleLoadError && (await error.isCachedByBrowser())) location.reload();
    } finally {
      this.setState({ isRetrying: false });
    }
  }

  override render() {
    const { error, isRetrying } = this.state;
    if (error === undefined) return this.props.children;
    // The page's boundary handles all other errors.
    if (!(error instanceof ModuleLoadError)) throw error;
    return this.props.renderError({ retryOrReload: this.retryOrReload, retry: this.retryIfFailed, isRetrying });
  }
}
