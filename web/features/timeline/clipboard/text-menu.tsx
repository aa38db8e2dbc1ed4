import { DropdownMenu } from '@radix-ui/themes';
import { ClipboardPaste, Copy, CopyPlus, Pencil, Scissors, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { centerOf } from '#editor/overlay-form.ts';
import type { TextRef } from '#editor/session-store.ts';
import { overlayBox } from '#player/overlay-box.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { chooseText, duplicateText, removeText, savedText } from '../texts/text-acts.ts';
import { openText } from '../timeline-acts.ts';
import { useScope, type ScopeNow } from '../timeline-scope.ts';
import { menuPlace, onLongPress } from '../strip/menu-place.ts';
import { copyByMenu, pasteByMenu } from './clipboard-acts.ts';
import { clipboardKeys as keys, clipboardWords as words } from './clipboard-words.ts';

type Opened = { text: TextRef; x: number; y: number };

/** The menu of a text, on the picture and in its lane: a right click, a long press, or the menu key opens it. */
export function TextMenu({ now }: { now: ScopeNow }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useEffectEvent((target: EventTarget | null, at: { clientX: number; clientY: number }): boolean => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-text-id]') : null;
    const { textId, textScene: sceneId } = element?.dataset ?? {};
    if (!element || textId === undefined || sceneId === undefined) return false;
    const text = { sceneId, textId };
    if (!chooseText(now(), text)) return false;
    setOpened({ text, ...menuPlace(element, at) });
    return true;
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const hear = (event: MouseEvent): void => {
      if (open(event.target, event)) event.preventDefault();
    };
    document.addEventListener('contextmenu', hear, { signal });
    onLongPress(document, '[data-text-id]', (target, at) => open(target, at), signal);
    return () => stop.abort();
  }, []);
  if (opened === null) return null;
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => (isOpen ? null : setOpened(null))}>
      <DropdownMenu.Trigger>
        <span aria-hidden="true" style={{ position: 'fixed', left: opened.x, top: opened.y }} />
      </DropdownMenu.Trigger>
      <Items textRef={opened.text} />
    </DropdownMenu.Root>
  );
}

function Items({ textRef }: { textRef: TextRef }) {
  const scope = useScope();
  const text = savedText(scope, textRef);
  if (text === null) return null;
  const row = scope.rows.find(({ id }) => id === textRef.sceneId);
  const place = row?.textOverlays.findIndex(({ id }) => id === textRef.textId) ?? -1;
  return (
    <DropdownMenu.Content color="gray" className={highContrast} aria-label={words.textMenu(text)}>
      <DropdownMenu.Item shortcut={keys.edit} onSelect={() => openText(scope, textRef.sceneId, place)}>
        <Pencil size={16} aria-hidden="true" /> {words.menu.edit}
      </DropdownMenu.Item>
      <DropdownMenu.Separator />
      <DropdownMenu.Item shortcut={keys.cut} onSelect={() => void copyByMenu(scope, { text: textRef }, true)}>
        <Scissors size={16} aria-hidden="true" /> {words.menu.cut}
      </DropdownMenu.Item>
      <DropdownMenu.Item shortcut={keys.copy} onSelect={() => void copyByMenu(scope, { text: textRef }, false)}>
        <Copy size={16} aria-hidden="true" /> {words.menu.copy}
      </DropdownMenu.Item>
      <DropdownMenu.Item shortcut={keys.paste} onSelect={() => void pasteByMenu(scope)}>
        <ClipboardPaste size={16} aria-hidden="true" /> {words.menu.paste}
      </DropdownMenu.Item>
      <DropdownMenu.Item
        shortcut={keys.duplicate}
        onSelect={() => void duplicateText(scope, textRef, centerOf(overlayBox(text, scope.view.plan)))}
      >
        <CopyPlus size={16} aria-hidden="true" /> {words.menu.duplicate}
      </DropdownMenu.Item>
      <DropdownMenu.Separator />
      <DropdownMenu.Item shortcut={keys.delete} onSelect={() => void removeText(scope, textRef)}>
        <Trash2 size={16} aria-hidden="true" /> {words.menu.delete}
      </DropdownMenu.Item>
    </DropdownMenu.Content>
  );
}
