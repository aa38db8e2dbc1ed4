import { useEffect, useEffectEvent } from 'react';
import { readCopied, writeCopied } from '#editor/copied.ts';
import { isTyping } from '../transport/key-owner.ts';
import type { ScopeNow } from '../timeline-scope.ts';
import { copiedOf, meantNow, paste, removeCopied, tellCopied } from './clipboard-acts.ts';
import { TextMenu } from './text-menu.tsx';

/** Copies, cuts, and pastes by the browser’s own keys and menu. Text fields, and text that is marked, keep theirs. */
export function Clipboard({ now }: { now: ScopeNow }) {
  const copy = useEffectEvent((event: ClipboardEvent): void => {
    if (isOthers(event) || (getSelection()?.isCollapsed ?? true) === false) return;
    const scope = now();
    const meant = meantNow(scope);
    const copied = meant && copiedOf(scope, meant);
    if (!meant || !copied || !event.clipboardData) return;
    event.clipboardData.setData('text/plain', writeCopied(copied));
    event.preventDefault();
    if (event.type === 'cut') void removeCopied(scope, meant, copied);
    else tellCopied(copied);
  });
  const take = useEffectEvent((event: ClipboardEvent): void => {
    if (isOthers(event)) return;
    const copied = readCopied(event.clipboardData?.getData('text/plain') ?? '');
    // Anything else that is pasted isn’t for the timeline.
    if (copied === null) return;
    event.preventDefault();
    void paste(now(), copied);
  });
  /** Safari asks whether there is anything to copy or to cut where nothing is marked. */
  const offer = useEffectEvent((event: Event): void => {
    if (!isOthers(event)) event.preventDefault();
  });
  useEffect(() => {
    const { signal, stop } = untilStopped();
    for (const name of ['copy', 'cut'] as const) document.addEventListener(name, (event) => copy(event), { signal });
    document.addEventListener('paste', (event) => take(event), { signal });
    for (const name of ['beforecopy', 'beforecut', 'beforepaste'])
      document.addEventListener(name, (event) => offer(event), { signal });
    return stop;
  }, []);
  return <TextMenu now={now} />;
}

function isOthers(event: Event): boolean {
  return event.defaultPrevented || isTyping(event.target) || isTyping(document.activeElement);
}

function untilStopped(): { signal: AbortSignal; stop: () => void } {
  const stop = new AbortController();
  return { signal: stop.signal, stop: () => stop.abort() };
}
