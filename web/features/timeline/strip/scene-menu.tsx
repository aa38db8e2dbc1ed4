import { DropdownMenu } from '@radix-ui/themes';
import {
  ArrowLeft,
  ArrowRight,
  ClipboardPaste,
  Copy,
  CopyPlus,
  ListPlus,
  Scissors,
  SquareSplitHorizontal,
  Trash2,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { editorSession } from '#editor/session-store.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { sceneMenuWords as words } from '../strip-words.ts';
import { chooseScene } from '../timeline-acts.ts';
import { useScope } from '../timeline-scope.ts';
import { copyByMenu, pasteByMenu } from '../clipboard/clipboard-acts.ts';
import { clipboardKeys, clipboardWords } from '../clipboard/clipboard-words.ts';
import { chooseTogether, chosenScenes, withChosen } from './chosen-scenes.ts';
import { menuPlace, onLongPress } from './menu-place.ts';
import {
  deleteChosen,
  duplicateChosen,
  muteChosen,
  splitAtPlayhead,
  stepScenes,
  unsplittableHere,
} from './scene-acts.ts';

type Opened = { sceneId: string; x: number; y: number; others: readonly string[] };

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);
const keys = { ...words.keys, ...(isApple ? words.appleKeys : {}) };

/** The menu of a scene, or of those that are chosen with it: a right click, a long press, or the menu key opens it. */
export function SceneMenu({ isList = false }: { isList?: boolean }) {
  const mark = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useEffectEvent((target: EventTarget | null, at: { clientX: number; clientY: number }): boolean => {
    const block = target instanceof Element ? target.closest<HTMLElement>('[data-scene]') : null;
    const sceneId = block?.dataset['scene'];
    const others = othersThan(sceneId);
    if (!block || sceneId === undefined || !chooseScene(sceneId)) return false;
    setOpened({ sceneId, others, ...menuPlace(block, at) });
    return true;
  });
  useEffect(() => {
    const lane = mark.current?.parentElement;
    if (!lane) return;
    const stop = new AbortController();
    const hear = (event: MouseEvent): void => {
      if (open(event.target, event)) event.preventDefault();
    };
    lane.addEventListener('contextmenu', hear, { signal: stop.signal });
    onLongPress(lane, '[data-scene]', (target, at) => open(target, at), stop.signal);
    return () => stop.abort();
  }, []);
  return (
    <>
      <i ref={mark} hidden />
      {opened ? (
        <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => (isOpen ? null : setOpened(null))}>
          <DropdownMenu.Trigger>
            <span aria-hidden="true" style={{ position: 'fixed', left: opened.x, top: opened.y }} />
          </DropdownMenu.Trigger>
          <Items
            opened={opened}
            keys={isList ? { ...keys, ...words.listKeys, ...(isApple ? words.appleListKeys : {}) } : keys}
          />
        </DropdownMenu.Root>
      ) : null}
    </>
  );
}

/** What is selected already: a finger has no keys to choose more with. */
function othersThan(sceneId: string | undefined): string[] {
  const { selectedSceneId } = editorSession.getState();
  const ids = selectedSceneId === null ? chosenScenes.getState().ids : withChosen(selectedSceneId);
  return sceneId === undefined || ids.has(sceneId) ? [] : [...ids];
}

type ItemsProps = { opened: Opened; keys: Readonly<Record<keyof typeof words.keys, string>> };

function Items({ opened: { sceneId, others }, keys }: ItemsProps) {
  const scope = useScope();
  const ids = withChosen(sceneId);
  const blocks = scope.view.layout.blocks.map((block) => block.sceneId);
  const rows = scope.rows.filter(({ id }) => ids.has(id));
  const number = rows[0]?.sceneNumber ?? 0;
  const isMuted = rows.every(({ muted }) => muted);
  const refusal = ids.size > 1 ? null : unsplittableHere(scope, sceneId);
  const Speaker = isMuted ? Volume2 : VolumeX;
  return (
    <DropdownMenu.Content
      color="gray"
      className={highContrast}
      aria-label={ids.size > 1 ? words.several({ count: ids.size }) : words.label({ number })}
    >
      {ids.size > 1 ? (
        <DropdownMenu.Label>{words.several({ count: ids.size })}</DropdownMenu.Label>
      ) : (
        <DropdownMenu.Item
          shortcut={keys.split}
          disabled={refusal !== null}
          title={refusal ?? undefined}
          onSelect={() => void splitAtPlayhead(scope)}
        >
          <SquareSplitHorizontal size={16} aria-hidden="true" /> {words.splitHere}
        </DropdownMenu.Item>
      )}
      {others.length === 0 ? null : (
        <DropdownMenu.Item onSelect={() => chooseTogether([...others, sceneId])}>
          <ListPlus size={16} aria-hidden="true" /> {words.chooseToo({ count: others.length })}
        </DropdownMenu.Item>
      )}
      <DropdownMenu.Item shortcut={clipboardKeys.cut} onSelect={() => void copyByMenu(scope, { scenes: ids }, true)}>
        <Scissors size={16} aria-hidden="true" /> {clipboardWords.menu.cut}
      </DropdownMenu.Item>
      <DropdownMenu.Item shortcut={clipboardKeys.copy} onSelect={() => void copyByMenu(scope, { scenes: ids }, false)}>
        <Copy size={16} aria-hidden="true" /> {clipboardWords.menu.copy}
      </DropdownMenu.Item>
      <DropdownMenu.Item shortcut={clipboardKeys.paste} onSelect={() => void pasteByMenu(scope)}>
        <ClipboardPaste size={16} aria-hidden="true" /> {clipboardWords.menu.paste}
      </DropdownMenu.Item>
      <DropdownMenu.Item shortcut={keys.duplicate} onSelect={() => void duplicateChosen(ids)}>
        <CopyPlus size={16} aria-hidden="true" /> {words.duplicate}
      </DropdownMenu.Item>
      <DropdownMenu.Item onSelect={() => void muteChosen(ids, !isMuted)}>
        <Speaker size={16} aria-hidden="true" /> {isMuted ? words.unmute : words.mute}
      </DropdownMenu.Item>
      <DropdownMenu.Separator />
      <DropdownMenu.Item
        shortcut={keys.earlier}
        disabled={ids.has(blocks[0] ?? '')}
        onSelect={() => void stepScenes(scope, ids, -1)}
      >
        <ArrowLeft size={16} aria-hidden="true" /> {words.earlier}
      </DropdownMenu.Item>
      <DropdownMenu.Item
        shortcut={keys.later}
        disabled={ids.has(blocks.at(-1) ?? '')}
        onSelect={() => void stepScenes(scope, ids, 1)}
      >
        <ArrowRight size={16} aria-hidden="true" /> {words.later}
      </DropdownMenu.Item>
      <DropdownMenu.Separator />
      <DropdownMenu.Item shortcut={keys.delete} onSelect={() => void deleteChosen(ids)}>
        <Trash2 size={16} aria-hidden="true" /> {words.delete}
      </DropdownMenu.Item>
    </DropdownMenu.Content>
  );
}
