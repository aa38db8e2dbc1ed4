import type { ReactNode } from 'react';
import { PageMessage } from '#ui/page-message.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { usePublicRefusal } from '#widgets/use-refusals.ts';
import { showcaseWords as words } from './words.ts';

type NotLoadedProps = {
  title: string;
  /** Where the server was asked and sent nothing. */
  text: string;
  retry: () => void;
  /** The way on where this is a whole page; it comes before the other try. */
  children?: ReactNode;
};

/** What could not be had of the showcase. Without a network it says so, and can't be tried again before there is one. */
export function NotLoaded({ title, text, retry, children }: NotLoadedProps) {
  const refusal = usePublicRefusal();
  const isWholePage = children !== undefined;
  return (
    <PageMessage title={title} text={refusal ?? text} isWholePage={isWholePage}>
      {children}
      <RefusableButton isQuiet={isWholePage} size="3" refusal={refusal} onPress={retry}>
        {words.retry}
      </RefusableButton>
    </PageMessage>
  );
}
