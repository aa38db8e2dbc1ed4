import { Blend, ChevronRight, Mic, Moon, Music, SquareSplitHorizontal, Type } from 'lucide-react';
import { useEffect, useEffectEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { useStore } from 'zustand';
import { decibels } from '#shared/words/format.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import { Poster } from '#widgets/poster.tsx';
import { useShape } from '../audio/use-audio.ts';
import { soundShapes } from '../strip/sound-shapes.ts';
import { sceneLoudness } from '../strip/wave-path.ts';
import type { JoinItem, ListItem, SceneItem, SoundItem } from './list-items.ts';
import {
  joinName,
  joinSound,
  listWords as words,
  movieTime,
  sceneDetails,
  soundDetails,
  textDetails,
} from './list-words.ts';
import styles from './timeline-list.module.css';

type ListRowProps = {
  item: ListItem;
  place: { level: number; index: number; total: number };
  /** The one that Tab reaches. */
  isActive: boolean;
  isChosen: boolean;
  /** How many items a folded scene hides; null where it hides none. */
  foldedCount: number | null;
  hasItems: boolean;
  onFocus: () => void;
  onMouseDown: (event: MouseEvent) => void;
  onEdit: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** One row: a scene, a text or join of it, or sound of the movie. */
export function ListRow(props: ListRowProps) {
  const { item, place, isActive, isChosen, foldedCount, hasItems, onFocus, onMouseDown, onEdit, onKeyDown } = props;
  const { startUs, seconds } = item;
  return (
    <tr
      className={styles['row']}
      data-row={item.id}
      data-kind={item.kind}
      {...(item.kind === 'scene' && { 'data-scene': item.sceneId })}
      {...(item.kind === 'text' && { 'data-text-id': item.overlay.id, 'data-text-scene': item.sceneId })}
      aria-level={place.level}
      aria-posinset={place.index}
      aria-setsize={place.total}
      aria-selected={isChosen}
      {...(item.kind === 'scene' && hasItems && { 'aria-expanded': foldedCount === null })}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
      onMouseDown={onMouseDown}
      onDoubleClick={onEdit}
      onKeyDown={onKeyDown}
    >
      <td data-cell="number" className="numbers">
        {item.kind === 'scene' ? item.number : null}
      </td>
      <td data-cell="picture">
        <Mark item={item} />
      </td>
      <td data-cell="item">
        <span className="one-line">{nameOf(item)}</span>
        {foldedCount === null ? null : (
          <span className={styles['folded']}>
            <ChevronRight size={12} aria-hidden="true" /> {words.folded({ count: foldedCount })}
          </span>
        )}
      </td>
      <td data-cell="starts" className="numbers">
        {startUs === null ? words.none : movieTime(secondsFromUs(startUs))}
      </td>
      <td data-cell="length" className="numbers">
        {seconds === null ? null : words.seconds({ seconds })}
      </td>
      <td data-cell="sound" className="numbers">
        {item.kind === 'scene' ? (
          <SceneLoudness item={item} />
        ) : item.kind === 'join' ? (
          joinSound(item.transition)
        ) : item.kind === 'sound' ? (
          soundLevel(item)
        ) : null}
      </td>
      <td data-cell="details" className="one-line">
        {detailsOf(item)}
      </td>
    </tr>
  );
}

function detailsOf(item: ListItem): string | null {
  if (item.kind === 'scene') return sceneDetails(item);
  if (item.kind === 'sound') return soundDetails(item);
  return item.kind === 'text' ? textDetails(item) : null;
}

function soundLevel({ piece }: SoundItem): string {
  return piece.muted ? words.muted : decibels(piece.gainDb);
}

function nameOf(item: ListItem): string {
  if (item.kind === 'scene') return item.title;
  if (item.kind === 'sound') return item.piece.name;
  return item.kind === 'text' ? item.overlay.text : joinName(item);
}

function Mark({ item }: { item: ListItem }) {
  if (item.kind === 'scene')
    return (
      <span className={styles['frame']}>
        {item.poster === null ? <Poster title="" /> : <img src={item.poster} alt="" loading="lazy" decoding="async" />}
      </span>
    );
  return (
    <span className={styles['mark']}>
      {item.kind === 'text' ? (
        <Type size={14} />
      ) : item.kind === 'join' ? (
        <JoinMark item={item} />
      ) : (
        <SoundMark item={item} />
      )}
    </span>
  );
}

/** Asks for what its file sounds like, which also says how long that is. */
function SoundMark({ item: { piece } }: { item: SoundItem }) {
  useShape(piece.mediaId);
  return piece.kind === 'music' ? <Music size={14} /> : <Mic size={14} />;
}

function JoinMark({ item: { transition } }: { item: JoinItem }) {
  if (transition === null) return <SquareSplitHorizontal size={14} />;
  return transition.kind === 'crossfade' ? <Blend size={14} /> : <Moon size={14} />;
}

/** How loud a scene is by itself, once that is known. */
function SceneLoudness({ item: { planned } }: { item: SceneItem }) {
  const shape = useStore(soundShapes.shapes, (shapes) => (planned ? shapes[planned.clip.sha256] : undefined));
  const ask = useEffectEvent(() => {
    if (planned) soundShapes.ask(planned.clip);
  });
  useEffect(() => ask(), [planned?.clip.sha256]);
  if (planned === null) return null;
  if (!planned.clip.hasAudio) return words.noSound;
  if (planned.muted) return words.muted;
  if (!shape) return words.none;
  const lufs = sceneLoudness(planned, shape);
  return lufs === null ? words.silent : words.lufs({ lufs });
}
