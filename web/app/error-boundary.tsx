import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ThemeGround } from '#ui/theme-ground.tsx';
import { ErrorMessage } from './error-message.tsx';

type ErrorBoundaryProps = {
  /** A part leaves the rest of its page usable. */
  scope: 'page' | 'part';
  children: ReactNode;
};
type ErrorBoundaryState = { error: Error | null };

/** Catches what a page or a part of one throws, so that what is broken never takes the rest with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(thrown: unknown): ErrorBoundaryState {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('Something on the page failed.', error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const message = <ErrorMessage error={error} scope={this.props.scope} />;
    return this.props.scope === 'page' ? <ThemeGround>{message}</ThemeGround> : message;
  }
}
