import { useEffect, useRef } from 'react';

/** Takes files that are dropped anywhere on the page, which the browser would open instead. */
export function useFileDrop(onDrop: (files: readonly File[]) => void): void {
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const take = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      if (event.type === 'drop' && event.dataTransfer.files.length > 0) latest.current([...event.dataTransfer.files]);
    };
    document.addEventListener('dragover', take, { signal });
    document.addEventListener('drop', take, { signal });
    return () => stop.abort();
  }, []);
}
