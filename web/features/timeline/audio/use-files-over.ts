import { useEffect, useEffectEvent } from 'react';
import type { AudioPlace } from './add-audio.ts';
import { audioSession, SOUND_TYPE } from './audio-store.ts';

/**
 * Notes that somebody drags files or sound over the page, and takes those that are dropped on a lane of music or voice-overs.
 * @param onFiles where on the lane they were dropped
 */
export function useFilesOver(isWanted: boolean, onFiles: (files: File[], place: AudioPlace) => void): void {
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    const { signal } = stop;
    const set = (isFileOver: boolean): void => {
      if (audioSession.getState().isFileOver !== isFileOver) audioSession.setState({ isFileOver });
    };
    const over = ({ dataTransfer }: DragEvent): void =>
      set([...(dataTransfer?.types ?? [])].some((type) => type === 'Files' || type === SOUND_TYPE));
    const drop = (event: DragEvent): void => {
      set(false);
      const [lane, files] = [laneAt(event.target), [...(event.dataTransfer?.files ?? [])]];
      if (lane === null || files.length === 0) return;
      event.preventDefault();
      const { left, width } = lane.getBoundingClientRect();
      const kind = lane.dataset['audioLane'] === 'voice' ? 'voice' : 'music';
      take(files, { kind, left: ((event.clientX - left) / width) * 100 });
    };
    document.addEventListener('dragenter', over, { signal });
    document.addEventListener('dragover', (event) => laneAt(event.target) && event.preventDefault(), { signal });
    document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && set(false), { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('dragend', () => set(false), { signal });
    return () => stop.abort();
  }, [isWanted]);
}

export function laneAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-audio-lane]') : null;
}
