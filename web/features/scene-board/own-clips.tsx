import { useEffect, useRef, type ReactNode } from 'react';
import { formatBytes } from '#shared/words/format.ts';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import styles from './own-clips.module.css';
import { ownClipWords as words, stillWords } from './own-clip-words.ts';
import { StillFields } from './still-fields.tsx';
import { useOwnClips, type OwnClipsIntake, type OwnClipsOptions } from './use-own-clips.ts';

/** Takes in clips and pictures of the person's own, with a button of its own that adds pictures. */
export function OwnClips(options: OwnClipsOptions) {
  const intake = useOwnClips(options);
  return (
    <OwnClipsFields intake={intake}>
      <QuietButton type="button" size="2" disabled={!intake.canAdd} onClick={intake.add}>
        {stillWords.add({ count: intake.waiting.length })}
      </QuietButton>
    </OwnClipsFields>
  );
}

type OwnClipsFieldsProps = {
  intake: OwnClipsIntake;
  /** Offered beside something else. */
  isOffer?: boolean;
  /** Stands under the settings of pictures that wait. */
  children?: ReactNode;
};

/** Chooses files, tells how far they are taken in, and asks how pictures are shown. */
export function OwnClipsFields({ intake, isOffer = false, children }: OwnClipsFieldsProps) {
  const { progress, sentences, waiting, settings, setSettings, give } = intake;
  const input = useRef<HTMLInputElement>(null);
  const stills = useRef<HTMLDivElement>(null);
  const [first] = waiting;
  const title = isOffer ? words.offer : words.title;
  const isWaiting = first !== undefined;
  useEffect(() => {
    if (isWaiting) stills.current?.scrollIntoView({ block: 'nearest' });
  }, [isWaiting]);
  return (
    <section aria-label={title} className={styles['drop']}>
      <p>{title}</p>
      <p className={styles['hint']}>{words.hint}</p>
      <input
        ref={input}
        type="file"
        multiple
        accept="video/*,.mkv,image/jpeg,image/png,image/webp,image/avif"
        className={styles['input']}
        aria-label={words.choose}
        onChange={(event) => {
          give([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <QuietButton type="button" size="2" onClick={() => input.current?.click()}>
        {words.choose}
      </QuietButton>
      {progress === null ? null : (
        <p className="numbers">
          {words.adding({ bytes: formatBytes(progress.bytes), ofBytes: formatBytes(progress.ofBytes) })}
        </p>
      )}
      {first === undefined ? null : (
        <div ref={stills} className={styles['stills']}>
          <p>{stillWords.chosen({ count: waiting.length, name: first.name })}</p>
          <StillFields settings={settings} onChange={setSettings} />
          {children}
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
