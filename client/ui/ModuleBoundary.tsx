import { Component, type ReactNode } from 'react';
import { type LazyModule, MissingModule } from '../lib/lazyModule';

export interface Missing {
  /** By hand: loads the whole page anew where nothing else helps. */
  tryAgain: () => void;
  lookAgain: () => void;
  isTrying: boolean;
}

interface Props {
  module: LazyModule<unknown>;
  /** What stands in its place while it is missing. */
  renderMissing: (missing: Missing) => ReactNode;
  children: ReactNode;
}

interface State {
  error: unknown;
  isTrying: boolean;
}

/** Keeps what is around a part that did not arrive. It comes by itself when the network is back, or when somebody tries again. */
export class ModuleBoundary extends Component<Props, State> {
  override state: State = { error: undefined, isTrying: false };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  override componentDidMount() {
    window.addEventListener('online', this.lookAgain);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.lookAgain);
    this.props.module.forgetFailure();
  }

  private readonly lookAgain = () => {
    if (this.state.error) void this.load(false);
  };

  private readonly tryAgain = () => void this.load(true);

  private async load(mayReload: boolean) {
    this.setState({ isTrying: true });
    try {
      await this.props.module.load();
      this.setState({ error: undefined });
    } catch (error) {
      if (mayReload && error instanceof MissingModule && (await error.isRemembered())) location.reload();
    } finally {
      this.setState({ isTrying: false });
    }
  }

  override render() {
    const { error, isTrying } = this.state;
    if (error === undefined) return this.props.children;
    // Whatever else breaks is for the boundary of the page.
    if (!(error instanceof MissingModule)) throw error;
    return this.props.renderMissing({ tryAgain: this.tryAgain, lookAgain: this.lookAgain, isTrying });
  }
}
