import { useEffect, useEffectEvent } from 'react';
import { laneAt } from '../audio/use-files-over.ts';
import { hideMark, showMark } from '../strip/drag-mark.ts';
import { gapAt } from '../moving/drop-place.ts';
import { addMedia, type MediaScope, type MediaTarget } from './media-acts.ts';
import { mediaSession } from './media-store.ts';
import { mediaWords as words } from './media-words.ts';

/** Takes what is dragged from the media to the lanes: scenes go between scenes, sound to where it is dropped. */
export function MediaDrops({ media }: { media: MediaScope }) {
  const targetAt = (event: DragEvent): (MediaTarget & { left: number }) | null => {
    const { dragged } = mediaSession.getState();
    const lanes = event.target instanceof Element ? event.target.closest('[data-lanes]') : null;
    if (dragged === null || lanes === null) return null;
    const box = lanes.getBoundingClientRect();
    const left = ((event.clientX - box.left) / box.width) * 100;
    if (dragged.kind !== 'sound') {
      const gap = gapAt(media.scope.view.layout.blocks, left);
      return { place: gap.place, left: gap.left };
    }
    const isVoice = laneAt(event.target)?.dataset['audioLane'] === 'voice';
    return { place: null, left, kind: isVoice ? 'voice' : 'music' };
  };
  const over = useEffectEvent((event: DragEvent): void => {
    const target = targetAt(event);
    if (target === null) return hideMark();
    event.preventDefault();
    const { place, left } = target;
    const tip = place === null ? words.dropSound : words.dropHere({ place: place + 1 });
    showMark({ left, tip, isSnapped: place !== null });
  });
  const drop = useEffectEvent((event: DragEvent): void => {
    const { dragged } = mediaSession.getState();
    const target = targetAt(event);
    hideMark();
    if (dragged === null || target === null) return;
    event.preventDefault();
    void addMedia(media, dragged, target);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('dragover', (event) => over(event), { signal });
    document.addEventListener('drop', (event) => drop(event), { signal });
    return () => stop.abort();
  }, []);
  return null;
}
