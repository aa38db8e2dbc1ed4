import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { stillSeconds, type StillSettings } from '#shared/movie/still-box.ts';
import { showEdited, undoAll, type Undo } from '#ui/edited-toast.ts';
import { showFailure } from '#ui/toasts.ts';
import { addOwnClip, isPicture } from './add-own-clips.ts';
import { ownClipWords as words } from './own-clip-words.ts';
import { isStillLength } from './still-fields.tsx';

export type OwnClipsOptions = {
  projectId: string;
  /** Files that were dropped or pasted; they are taken in at once, and those that are added to them behind them. */
  dropped: readonly File[];
  /** How many scenes come before the new ones; null for all. */
  place: number | null;
  /** All of them are scenes now. */
  onDone: () => void;
  /** This one is a scene now. */
  onAdded?: (file: File) => void;
};

export type OwnClipsIntake = {
  /** Bytes of what is taken in; null while nothing is. */
  progress: { bytes: number; ofBytes: number } | null;
  /** Of each file that can't be used, or is used only in part. */
  sentences: readonly string[];
  /** Files that wait until it is chosen how pictures are shown. */
  waiting: readonly File[];
  settings: StillSettings;
  setSettings: (settings: StillSettings) => void;
  give: (files: readonly File[]) => void;
  /** Those that wait can be scenes. */
  canAdd: boolean;
  add: () => void;
};

type Queued = { file: File; settings: StillSettings };

const SETTINGS: StillSettings = { seconds: stillSeconds.byDefault, fit: 'fill', pushIn: true, background: 'black' };

/**
 * Takes in clips and pictures of the person's own, one after the other in the order in which they came. Where there are
 * pictures, people choose how they are shown first. Leaving gives up what is not taken in yet.
 */
export function useOwnClips({ projectId, dropped, place, onDone, onAdded }: OwnClipsOptions): OwnClipsIntake {
  const [progress, setProgress] = useState<OwnClipsIntake['progress']>(null);
  const [sentences, setSentences] = useState<readonly string[]>([]);
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [settings, setSettings] = useState<StillSettings>(SETTINGS);
  const queue = useRef<Queued[]>([]);
  const isRunning = useRef(false);
  const life = useRef(new AbortController());
  const given = useRef<ReadonlySet<File>>(new Set());
  const sorting = useRef(Promise.resolve());
  /** How many scenes came of this so far. */
  const count = useRef(0);
  const bytes = useRef({ before: 0, ofBytes: 0 });
  const end = useEffectEvent((isGood: boolean) => {
    if (isGood && waiting.length === 0) onDone();
  });

  const run = async (signal: AbortSignal): Promise<void> => {
    isRunning.current = true;
    const undos: Undo[] = [];
    const said: string[] = [];
    let isGood = true;
    try {
      for (let next = queue.current.shift(); next !== undefined; next = queue.current.shift()) {
        const { before } = bytes.current;
        const { size } = next.file;
        const onProgress = (read: number): void =>
          setProgress({ bytes: before + Math.min(read, size), ofBytes: bytes.current.ofBytes });
        const at = place === null ? null : place + count.current;
        const done = await addOwnClip(projectId, next.file, { settings: next.settings, place: at, signal, onProgress });
        count.current += done.added;
        undos.push(...done.undos);
        bytes.current.before += size;
        said.push(...done.sentences);
        if (done.added > 0) onAdded?.(next.file);
      }
    } catch (error) {
      isGood = false;
      queue.current = [];
      if (!signal.aborted) showFailure(words.failed, error);
    } finally {
      isRunning.current = false;
      bytes.current = { before: 0, ofBytes: 0 };
      // Those that were made before it was given up are scenes all the same.
      if (undos.length > 0) showEdited({ title: words.added({ count: undos.length }) }, undoAll(undos));
      if (!signal.aborted) {
        setProgress(null);
        setSentences(said);
      }
    }
    if (!signal.aborted) end(isGood && said.length === 0);
  };

  const enqueue = (files: readonly File[], how: StillSettings): void => {
    if (files.length === 0) return;
    queue.current.push(...files.map((file) => ({ file, settings: how })));
    const ofBytes = bytes.current.ofBytes + files.reduce((sum, { size }) => sum + size, 0);
    bytes.current.ofBytes = ofBytes;
    setProgress((shown) => ({ bytes: shown?.bytes ?? 0, ofBytes }));
    if (!isRunning.current) void run(life.current.signal);
  };

  const takeIn = useEffectEvent((files: readonly File[], hasPicture: boolean) => {
    if (hasPicture || waiting.length > 0) setWaiting((before) => [...before, ...files]);
    else enqueue(files, settings);
  });
  const give = (files: readonly File[]): void => {
    if (files.length === 0) return;
    const { signal } = life.current;
    if (!isRunning.current) setSentences([]);
    // By their content, and those that came first stay first.
    sorting.current = sorting.current.then(async () => {
      const kinds = await Promise.all(files.map(isPicture));
      if (!signal.aborted) takeIn(files, kinds.includes(true));
    });
  };

  const giveNew = useEffectEvent((files: readonly File[]) => {
    const fresh = files.filter((file) => !given.current.has(file));
    given.current = new Set(files);
    give(fresh);
  });
  useEffect(() => {
    const controller = new AbortController();
    life.current = controller;
    return () => {
      controller.abort();
      given.current = new Set();
      queue.current = [];
    };
  }, []);
  useEffect(() => giveNew(dropped), [dropped]);

  const canAdd = waiting.length > 0 && isStillLength(settings.seconds);
  const add = (): void => {
    if (!canAdd) return;
    setWaiting([]);
    enqueue(waiting, settings);
  };
  return { progress, sentences, waiting, settings, setSettings, give, canAdd, add };
}
