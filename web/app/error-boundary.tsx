import { Button } from '@radix-ui/themes';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { PageMessage } from '#ui/page-message.tsx';
import { ThemeGround } from '#ui/theme-ground.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';

type ErrorBoundaryProps = { children: ReactNode };
type ErrorBoundaryState = { hasFailed: boolean };

/** Catches what a page throws, so that one broken page never takes the others with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A page failed.', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <ThemeGround>
        <PageMessage
          isWholePage
          title="This page ran into a fault"
          text="Your projects and unsent changes are kept on this device. Load the page again; if it fails once more, go back to your projects."
        >
          <Button size="3" onClick={() => location.reload()}>
            Load again
          </Button>
          <QuietButton size="3" onClick={() => location.assign('/')}>
            My Projects
          </QuietButton>
        </PageMessage>
      </ThemeGround>
    );
  }
}
