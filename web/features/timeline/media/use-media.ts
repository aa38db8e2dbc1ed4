/** What the media panel shows: the project's media as they are now, and small pictures of those that are in view. */
import { useLiveQuery } from '#data/use-live-query.ts';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import { db } from '#data/db.ts';
import { clipStore } from '#data/page-clip-store.ts';
import { readProjectMedia, type ProjectMedia } from '#data/tables/project-media.ts';
import { filmstrips } from '../strip/filmstrips.ts';

/** Undefined while they are read. */
export function useProjectMedia(projectId: string): ProjectMedia[] | undefined {
  return useLiveQuery(() => readProjectMedia(db, projectId, Date.now()), [projectId]);
}

/** Where a picture of it is; null while there is none. It is made once the row has been in view. */
export function useMediaPicture(item: ProjectMedia, row: RefObject<HTMLElement | null>): string | null {
  const isSeen = useSeen(row);
  const frames = useStore(filmstrips.strips, (strips) => strips[item.sha256]);
  const [still, setStill] = useState<string | null>(null);
  const { sha256, isHere } = item;
  const file = item.own?.file ?? null;
  const ask = useEffectEvent((signal: AbortSignal): void => {
    if (file?.kind === 'clip') {
      const { fps, frameCount } = file.facts.video;
      filmstrips.ask({ sha256, fps, frameCount });
    }
    if (file?.kind === 'picture') void showStill(sha256, signal, setStill);
  });
  useEffect(() => {
    if (!isSeen || !isHere) return;
    const stop = new AbortController();
    ask(stop.signal);
    return () => stop.abort();
  }, [isSeen, isHere, sha256]);
  return frames?.[Math.floor(frames.length / 2)]?.url ?? still ?? item.pictureUrl;
}

async function showStill(sha256: string, signal: AbortSignal, show: (url: string | null) => void): Promise<void> {
  const file = await clipStore.read(sha256);
  if (file === null || signal.aborted) return;
  const url = URL.createObjectURL(file);
  show(url);
  signal.addEventListener('abort', () => {
    show(null);
    URL.revokeObjectURL(url);
  });
}

/** Whether it has ever been in view. */
function useSeen(row: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const element = row.current;
    if (element === null || isSeen) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setIsSeen(true));
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, isSeen]);
  return isSeen;
}
