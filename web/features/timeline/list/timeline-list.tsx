import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { editorSession } from '#editor/session-store.ts';
import { audioShapes } from '../audio/audio-shapes.ts';
import { boundsOf, useAudio } from '../audio/use-audio.ts';
import { chooseNone, chosenScenes } from '../strip/chosen-scenes.ts';
import { SceneMenu } from '../strip/scene-menu.tsx';
import { useScope } from '../timeline-scope.ts';
import { actOnKey } from './act-on-key.ts';
import { chooseByClick, chooseOne } from './choose-rows.ts';
import { chooseItem, editItem } from './list-acts.ts';
import { ListFoot } from './list-foot.tsx';
import { listGroups, listRows, type ListItem } from './list-items.ts';
import { listWords as words } from './list-words.ts';
import { ListRow } from './list-row.tsx';
import { soundItems } from './sound-items.ts';
import styles from './timeline-list.module.css';
import { useSpokenChange } from './use-spoken-change.ts';

const CONTROLS = ['input:not(:disabled)', 'select', 'textarea', 'button:not(:disabled)'].join();

/** The movie in rows: the same work as in the lanes, by keys and with a screen reader. */
export function TimelineList() {
  const scope = useScope();
  const { view, mode } = scope;
  const grid = useRef<HTMLTableElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [activeId, setActiveId] = useState<string | null>(null);
  const selectedId = useStore(editorSession, ({ selectedSceneId }) => selectedSceneId);
  const spoken = useSpokenChange(scope.rows, scope.audio);
  const groups = listGroups(view);
  const shapes = useStore(audioShapes.shapes);
  const sounds = soundItems(useAudio(view), ({ mediaId }) => boundsOf(view, shapes[mediaId] ?? null));
  const rows = listRows(groups, folded, sounds);
  const active = rows.find(({ id }) => id === activeId) ?? rows.find(({ id }) => id === selectedId) ?? rows[0] ?? null;
  const chosen = useStore(chosenScenes, ({ ids }) => ids);
  const isKept = useRef(false);
  const focusRow = (item: ListItem | undefined): void => {
    if (item) grid.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(item.id)}"]`)?.focus();
  };
  const goTo = (item: ListItem): void => {
    isKept.current = true;
    focusRow(item);
    isKept.current = false;
  };
  const fold = (sceneId: string, isFolded: boolean): void =>
    setFolded((before) => new Set([...before].filter((id) => id !== sceneId).concat(isFolded ? [sceneId] : [])));
  const edit = (item: ListItem): void =>
    editItem(scope, item, () => {
      // The inspector may only now be shown.
      flushSync(() => setActiveId(item.id));
      focusInspector(item.kind);
    });
  const hearKey = (event: KeyboardEvent, item: ListItem): void => {
    const done = actOnKey(event, { item, rows, groups, folded, scope }, { fold, edit, focusRow, goTo });
    if (done) event.preventDefault();
  };
  const rowOf = (item: ListItem, itemCount = 0) => ({
    isActive: item.id === active?.id,
    isChosen: chosen.size > 1 ? chosen.has(item.id) : item.id === active?.id,
    foldedCount: item.kind === 'scene' && folded.has(item.id) ? itemCount : null,
    hasItems: itemCount > 0,
    onFocus: () => {
      if (!isKept.current) chooseOne(item);
      setActiveId(item.id);
      chooseItem(scope, item);
    },
    // A press would have the focus: of several that are chosen the row keeps it that has it. A menu chooses by itself.
    onMouseDown: (event: MouseEvent) => {
      const isDone = event.button !== 0 || chooseByClick(event, item, { rows, currentId: active?.sceneId ?? null });
      if (isDone) event.preventDefault();
      else if (item.id === active?.id) chooseOne(item);
    },
    onEdit: () => edit(item),
    onKeyDown: (event: KeyboardEvent) => hearKey(event, item),
  });
  useBackToRow(grid, mode.kind);
  useEffect(() => chooseNone, []);
  return (
    <>
      <div className={styles['scroller']}>
        {/* A table whose rows are worked with by keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table ref={grid} role="treegrid" aria-label={words.label} aria-multiselectable className={styles['grid']}>
          <Head />
          {groups.map(({ scene, items }, place) => (
            <tbody key={scene.id} className={styles['group']}>
              {(folded.has(scene.id) ? [scene] : [scene, ...items]).map((item, index) => (
                <ListRow
                  key={item.id}
                  item={item}
                  place={
                    item.kind === 'scene'
                      ? { level: 1, index: place + 1, total: groups.length + sounds.length }
                      : { level: 2, index, total: items.length }
                  }
                  {...rowOf(item, items.length)}
                />
              ))}
            </tbody>
          ))}
          {sounds.length === 0 ? null : (
            <tbody className={styles['group']}>
              {sounds.map((item, index) => (
                <ListRow
                  key={item.id}
                  item={item}
                  place={{ level: 1, index: groups.length + index + 1, total: groups.length + sounds.length }}
                  {...rowOf(item)}
                />
              ))}
            </tbody>
          )}
        </table>
        <SceneMenu isList />
      </div>
      <ListFoot spoken={spoken} chosenCount={chosen.size} />
    </>
  );
}

function isOnText(grid: HTMLElement | null): boolean {
  return grid?.querySelector<HTMLElement>('[tabindex="0"]')?.dataset['kind'] === 'text';
}

/** Of a text what it says, and then its looks; it comes a moment after its row was chosen. */
function focusInspector(kind: ListItem['kind'], frames = 60): void {
  const inspector = document.querySelector('[data-inspector]');
  const control = inspector?.querySelector<HTMLElement>(kind === 'text' ? 'textarea' : CONTROLS);
  if (control) control.focus();
  else if (frames > 0) requestAnimationFrame(() => focusInspector(kind, frames - 1));
}

function Head() {
  return (
    <thead className={styles['head']}>
      <tr className={styles['row']}>
        {(['number', 'picture', 'item', 'starts', 'length', 'sound', 'details'] as const).map((name) => (
          <th key={name} scope="col" data-cell={name}>
            <span className={name === 'number' || name === 'picture' ? styles['unseen'] : ''}>
              {words.columns[name]}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Escape in the inspector leads back to the row that is worked on, and so does the end of what was written there. */
function useBackToRow(grid: RefObject<HTMLElement | null>, mode: string): void {
  useEffect(() => {
    const back = (): void => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    const leave = (event: globalThis.KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== 'Escape' || !(target instanceof Element)) return;
      if (target.closest('[data-inspector]') === null || mode !== 'rest') return;
      // Somebody else's, unless all it did was to let go of the row's text.
      const isLetGo = editorSession.getState().selectedText === null && isOnText(grid.current);
      if (event.defaultPrevented && !isLetGo) return;
      event.preventDefault();
      back();
    };
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('keydown', leave);
      // A form that was closed has taken the focus with it.
      if (mode !== 'rest') requestAnimationFrame(() => document.activeElement === document.body && back());
    };
  }, [grid, mode]);
}
