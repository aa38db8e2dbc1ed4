import { useEffect, useRef, useState } from 'react';
import { stillSeconds, type StillSettings } from '#shared/movie/still-box.ts';
import { formatBytes } from '#shared/words/format.ts';
import { showEdited, undoAll } from '#ui/edited-toast.ts';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { addOwnClips } from './add-own-clips.ts';
import styles from './own-clips.module.css';
import { ownClipWords as words, stillWords } from './own-clip-words.ts';
import { isStillLength, StillFields } from './still-fields.tsx';

type OwnClipsProps = {
  projectId: string;
  /** Files that were dropped or pasted; they are taken in at once. */
  dropped: readonly File[];
  /** How many scenes come before the new ones; null for all. */
  place: number | null;
  /** All of them are scenes now. */
  onDone: () => void;
};

type Progress = { bytes: number; ofBytes: number };

const SETTINGS: StillSettings = { seconds: stillSeconds.byDefault, fit: 'fill', pushIn: true, background: 'black' };

/**
 * Takes in clips and pictures of the person's own: chosen, or dropped on the page. Where there are pictures, people choose
 * how they are shown first. Closing it gives up what is not taken in yet.
 */
export function OwnClips({ projectId, dropped, place, onDone }: OwnClipsProps) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [sentences, setSentences] = useState<readonly string[]>([]);
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [settings, setSettings] = useState<StillSettings>(SETTINGS);
  const input = useRef<HTMLInputElement>(null);
  const life = useRef(new AbortController());

  const take = async (files: readonly File[], signal: AbortSignal): Promise<void> => {
    if (files.length === 0) return;
    setWaiting([]);
    setProgress({ bytes: 0, ofBytes: files.reduce((sum, { size }) => sum + size, 0) });
    try {
      const onProgress = (bytes: number, ofBytes: number): void => setProgress({ bytes, ofBytes });
      const result = await addOwnClips(projectId, files, { onProgress, signal, settings, place });
      if (signal.aborted) return;
      if (result.added > 0) showEdited({ title: words.added({ count: result.added }) }, undoAll(result.undos));
      setSentences(result.sentences);
      if (result.sentences.length === 0) onDone();
    } catch (error) {
      if (!signal.aborted) showFailure(words.failed, error);
    } finally {
      if (!signal.aborted) setProgress(null);
    }
  };

  const choose = (files: readonly File[], signal: AbortSignal): void => {
    setSentences([]);
    if (files.some(({ type }) => type.startsWith('image/'))) setWaiting(files);
    else void take(files, signal);
  };

  // What was dropped or pasted is taken in once; leaving gives the rest up.
  useEffect(() => {
    const controller = new AbortController();
    life.current = controller;
    choose(dropped, controller.signal);
    return () => controller.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the dialog opens anew for other files
  }, [dropped]);

  return (
    <section aria-label={words.title} className={styles['drop']}>
      <p>{words.title}</p>
      <p className={styles['hint']}>{words.hint}</p>
      <input
        ref={input}
        type="file"
        multiple
        accept="video/*,.mkv,image/jpeg,image/png,image/webp,image/avif"
        className={styles['input']}
        aria-label={words.choose}
        onChange={(event) => {
          choose([...(event.target.files ?? [])], life.current.signal);
          event.target.value = '';
        }}
      />
      <QuietButton type="button" size="2" disabled={progress !== null} onClick={() => input.current?.click()}>
        {progress === null
          ? words.choose
          : words.adding({ bytes: formatBytes(progress.bytes), ofBytes: formatBytes(progress.ofBytes) })}
      </QuietButton>
      {waiting[0] === undefined || progress !== null ? null : (
        <div className={styles['stills']}>
          <p>{stillWords.chosen({ count: waiting.length, name: waiting[0].name })}</p>
          <StillFields settings={settings} onChange={setSettings} />
          <QuietButton
            type="button"
            size="2"
            disabled={!isStillLength(settings.seconds)}
            onClick={() => void take(waiting, life.current.signal)}
          >
            {stillWords.add({ count: waiting.length })}
          </QuietButton>
        </div>
      )}
      {sentences.map((sentence) => (
        <FormNote key={sentence} tone="bad">
          {sentence}
        </FormNote>
      ))}
    </section>
  );
}
