import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { editorSession } from '#editor/session-store.ts';
import { audioShapes } from '../audio/audio-shapes.ts';
import { boundsOf, useAudio } from '../audio/use-audio.ts';
import { useScope } from '../timeline-scope.ts';
import { actOnKey } from './act-on-key.ts';
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
  const focusRow = (item: ListItem | undefined): void => {
    if (item) grid.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(item.id)}"]`)?.focus();
  };
  const fold = (sceneId: string, isFolded: boolean): void =>
    setFolded((before) => new Set([...before].filter((id) => id !== sceneId).concat(isFolded ? [sceneId] : [])));
  const edit = (item: ListItem): void =>
    editItem(scope, item, () => {
      // The inspector may only now be shown.
      flushSync(() => setActiveId(item.id));
      document.querySelector<HTMLElement>(`[data-inspector] :is(${CONTROLS})`)?.focus();
    });
  const hearKey = (event: KeyboardEvent, item: ListItem): void => {
    const done = actOnKey(event, { item, rows, groups, folded, scope }, { fold, edit, focusRow });
    if (done) event.preventDefault();
  };
  const rowOf = (item: ListItem, itemCount = 0) => ({
    isActive: item.id === active?.id,
    foldedCount: item.kind === 'scene' && folded.has(item.id) ? itemCount : null,
    hasItems: itemCount > 0,
    onFocus: () => {
      setActiveId(item.id);
      chooseItem(scope, item);
    },
    onEdit: () => edit(item),
    onKeyDown: (event: KeyboardEvent) => hearKey(event, item),
  });
  useBackToRow(grid, mode.kind);
  return (
    <>
      <div className={styles['scroller']}>
        {/* A table whose rows are worked with by keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table ref={grid} role="treegrid" aria-label={words.label} className={styles['grid']}>
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
      </div>
      <ListFoot spoken={spoken} />
    </>
  );
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
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return;
      if (target.closest('[data-inspector]') === null || mode !== 'rest') return;
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
