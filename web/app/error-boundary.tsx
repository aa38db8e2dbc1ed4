import { Component, type ErrorInfo, type ReactNode } from 'react';
import { FaultPage } from '#features/fault/fault-page.tsx';
import { ErrorMessage } from './error-message.tsx';
import { PageBody } from './pages/page-body.tsx';

type ErrorBoundaryProps = {
  /** When a part breaks, the rest of its page still works. */
  scope: 'page' | 'part';
  /** When this changes, the boundary tries again. */
  path?: string;
  children: ReactNode;
};
type ErrorBoundaryState = { error: Error | null; path: string | undefined };

/** Catches what a page or a part of one throws, so that one broken part never breaks the rest. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, path: this.props.path };

  static getDerivedStateFromError(thrown: unknown): Pick<ErrorBoundaryState, 'error'> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('Something on the page failed.', error, info.componentStack);
  }

  static getDerivedStateFromProps({ path }: ErrorBoundaryProps, before: ErrorBoundaryState): ErrorBoundaryState | null {
    return path === before.path ? null : { error: null, path };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const message = <ErrorMessage error={error} scope={this.props.scope} />;
    if (this.props.scope === 'part') return message;
    return (
      <FaultPage>
        <PageBody>{message}</PageBody>
      </FaultPage>
    );
  }
}
