import { Film, History, Image, Music, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { ProjectMedia } from '#data/tables/project-media.ts';
import type { OwnFileRow } from '#data/tables/rows.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { audioSession, SOUND_TYPE } from '../audio/audio-store.ts';
import { hideMark } from '../strip/drag-mark.ts';
import { isAddable } from './media-acts.ts';
import { mediaSession } from './media-store.ts';
import { mediaWords as words } from './media-words.ts';
import styles from './media-panel.module.css';
import { useMediaPicture } from './use-media.ts';

const ICONS = { clip: Film, take: History, still: Image, sound: Music } as const;
const CLIP_TYPE = 'application/x-storyreel-clip';

type MediaRowProps = {
  item: ProjectMedia;
  isDraggable: boolean;
  /** Why the server can't be asked now. */
  refusal: string | null;
  onAdd: () => void;
  onSelect: () => void;
  onRestore: () => void;
  onRemove: (file: OwnFileRow) => void;
};

/** One file: what it is, where the movie has it, and what can be done with it. */
export function MediaRow({ item, isDraggable, refusal, onAdd, onSelect, onRestore, onRemove }: MediaRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const picture = useMediaPicture(item, row);
  const { name, kind, own, uses, comesBack } = item;
  const canAdd = isAddable(item);
  const canDrag = isDraggable && canAdd;
  useDragSource(row, item, canDrag);
  const Icon = ICONS[kind];
  return (
    <li ref={row} draggable={canDrag}>
      <span className={styles['picture']} aria-hidden="true">
        {picture === null ? <Icon size={16} /> : <img src={picture} alt="" draggable={false} />}
      </span>
      <div className={styles['about']}>
        {uses.length > 0 ? (
          <button
            type="button"
            className={`${styles['name']} one-line`}
            title={words.select({ name })}
            onClick={onSelect}
          >
            {name}
          </button>
        ) : (
          <p className={`${styles['name']} one-line`} title={name}>
            {name}
          </p>
        )}
        <p className={`${styles['note']} numbers`}>{[...words.facts(item), ...placeOf(item)].join(' · ')}</p>
      </div>
      <div className={styles['acts']}>
        {canAdd ? (
          <IconAction label={words.add({ name })} onClick={onAdd}>
            <Plus size={16} />
          </IconAction>
        ) : null}
        {comesBack === null ? null : (
          <IconAction label={words.restore({ name })} onClick={onRestore}>
            <RotateCcw size={16} />
          </IconAction>
        )}
        {own !== null && uses.length === 0 && comesBack === null ? (
          <IconAction
            label={words.remove({ name })}
            refusal={own.projects.length > 0 ? words.inUse({ titles: own.projects }) : refusal}
            onClick={() => onRemove(own)}
          >
            <Trash2 size={16} />
          </IconAction>
        ) : null}
      </div>
    </li>
  );
}

/** The lanes take it from there. */
function useDragSource(row: RefObject<HTMLElement | null>, item: ProjectMedia, isOn: boolean): void {
  const begin = useEffectEvent(({ dataTransfer }: DragEvent): void => {
    if (dataTransfer === null) return;
    dataTransfer.setData(item.kind === 'sound' ? SOUND_TYPE : CLIP_TYPE, item.sha256);
    dataTransfer.effectAllowed = 'copy';
    mediaSession.setState({ dragged: item });
  });
  useEffect(() => {
    const element = row.current;
    if (element === null || !isOn) return;
    const stop = new AbortController();
    element.addEventListener('dragstart', (event) => begin(event), { signal: stop.signal });
    element.addEventListener('dragend', endDrag, { signal: stop.signal });
    return () => stop.abort();
  }, [row, isOn]);
}

function endDrag(): void {
  mediaSession.setState({ dragged: null });
  audioSession.setState({ isFileOver: false });
  hideMark();
}

/** Where the movie has it, and whether it is here and there. */
function placeOf({ uses, own, comesBack, isHere }: ProjectMedia): string[] {
  const numbers = [...new Set(uses.flatMap((use) => (use.kind === 'scene' ? [use.number] : [])))];
  const pieces = uses.filter(({ kind }) => kind === 'piece').length;
  return [
    ...(numbers.length > 0 ? [words.inScenes({ numbers })] : []),
    ...(pieces > 0 ? [words.inPieces({ count: pieces })] : takesOf(uses)),
    ...(uses.length > 0 ? [] : comesBack === null ? [unusedOf(own?.projects ?? [])] : [formerOf(comesBack)]),
    ...(own?.state === 'waiting' ? [words.waiting] : own?.state === 'refused' ? [words.refused] : []),
    ...(isHere ? [] : [words.away]),
  ];
}

/** Recordings that a voice-over has and doesn't play now. */
function takesOf(uses: ProjectMedia['uses']): string[] {
  const names = new Set(uses.flatMap((use) => (use.kind === 'take' ? [use.name] : [])));
  return [...names].map((name) => words.takeOf({ name }));
}

function unusedOf(titles: readonly string[]): string {
  return titles.length === 0 ? words.unused : words.usedElsewhere({ titles });
}

function formerOf({ kind, number }: NonNullable<ProjectMedia['comesBack']>): string {
  return kind === 'deleted' ? words.ofDeleted : words.ofTake({ number });
}
