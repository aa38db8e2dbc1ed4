import { useEffect } from 'react';
import { audioSession } from './audio-store.ts';

/** Notes that somebody drags files over the page. */
export function useFilesOver(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    const { signal } = stop;
    const set = (isFileOver: boolean): void => {
      if (audioSession.getState().isFileOver !== isFileOver) audioSession.setState({ isFileOver });
    };
    const over = ({ dataTransfer }: DragEvent): void => set(dataTransfer?.types.includes('Files') === true);
    document.addEventListener('dragenter', over, { signal });
    document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && set(false), { signal });
    document.addEventListener('drop', () => set(false), { signal });
    document.addEventListener('dragend', () => set(false), { signal });
    return () => stop.abort();
  }, [isWanted]);
}
