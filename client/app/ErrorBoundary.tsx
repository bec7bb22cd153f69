import Container from '@mui/material/Container';
import { Component, type ReactNode } from 'react';
import { ErrorPage } from '../ui/ErrorPage';

interface Props {
  children: ReactNode;
  /** For a boundary inside the frame: a navigation resets it. Without it, the outermost boundary. */
  page?: string;
}

interface State {
  failed: boolean;
  page: string | undefined;
}

/** Rendering and loading errors, with a retry. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, page: this.props.page };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ page }: Props, state: State): Partial<State> | null {
    return page === state.page ? null : { failed: false, page };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const words = (
      <ErrorPage title="Something went wrong" text="The page could not be shown." onRetry={() => location.reload()} />
    );
    return this.props.page === undefined ? <Container component="main">{words}</Container> : words;
  }
}
