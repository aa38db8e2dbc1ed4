import { useEffect, useRef, type ReactNode } from 'react';
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

/**
 * What could not be had of the showcase. Without a network or a server it says so, can't be tried again before there is one, and
 * is then tried by itself.
 */
export function NotLoaded({ title, text, retry, children }: NotLoadedProps) {
  const refusal = usePublicRefusal();
  const wasRefused = useRef(false);
  useEffect(() => {
    if (refusal === null && wasRefused.current) retry();
    wasRefused.current = refusal !== null;
  }, [refusal, retry]);
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
