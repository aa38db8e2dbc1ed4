import { IconButton, TextField } from '@radix-ui/themes';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { clipStore } from '#data/page-clip-store.ts';
import { takeInReferences, type TakenPictures } from '#editor/reference-pictures.ts';
import { mediaUrl } from '#shared/api/media.ts';
import type { ReferencePicture } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { FilesGiven } from '#ui/files-given.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import styles from './reference-pictures.module.css';
import { referenceWords as words } from './words.ts';

type ReferencePicturesProps = {
  chosen: readonly ReferencePicture[];
  /** Told what is to become of those that are chosen by then. */
  onEdit: (edit: (pictures: readonly ReferencePicture[]) => ReferencePicture[]) => void;
};

/** Own pictures that the model is to go by, each with whom or what it shows. */
export function ReferencePictures({ chosen, onEdit }: ReferencePicturesProps) {
  const labelId = useId();
  const input = useRef<HTMLInputElement>(null);
  const life = useRef(new AbortController());
  const taking = useRef(Promise.resolve());
  const [isTaking, setIsTaking] = useState(false);
  const [sentences, setSentences] = useState<readonly string[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    life.current = controller;
    return () => controller.abort();
  }, []);
  const isFull = chosen.length >= limits.referencePictures;

  const keep = useEffectEvent(({ pictures: more, sentences: said }: TakenPictures): void => {
    onEdit((pictures) => withMore(pictures, more).slice(0, limits.referencePictures));
    const isTooMany = withMore(chosen, more).length > limits.referencePictures;
    setSentences([...said, ...(isTooMany ? [words.tooMany({ most: limits.referencePictures })] : [])]);
  });

  const add = async (files: readonly File[], signal: AbortSignal): Promise<void> => {
    if (files.length === 0) return;
    setIsTaking(true);
    setSentences([]);
    try {
      const taken = await takeInReferences(files, signal);
      if (signal.aborted) return;
      keep(taken);
    } catch (error) {
      if (!signal.aborted) showFailure(words.failed, error);
    } finally {
      if (!signal.aborted) setIsTaking(false);
    }
  };
  // One after the other, whatever comes meanwhile.
  const give = (files: readonly File[]): void => {
    const { signal } = life.current;
    taking.current = taking.current.then(() => (signal.aborted ? undefined : add(files, signal)));
  };
  const change = (picture: string, shows: string): void =>
    onEdit((pictures) => pictures.map((one) => (one.picture === picture ? { picture, shows } : one)));

  return (
    <section className={styles['group']} aria-labelledby={labelId} aria-describedby={`${labelId}-hint`}>
      <FilesGiven of="dialog" onFiles={give} />
      <span className={styles['label']} id={labelId}>
        {words.label}
      </span>
      {chosen.length === 0 ? null : (
        <ul className={styles['list']}>
          {chosen.map(({ picture, shows }, place) => (
            <li key={picture} className={styles['row']}>
              <OwnPicture sha256={picture} alt={shows || words.picture({ number: place + 1 })} />
              <TextField.Root
                size="3"
                aria-label={words.shows({ number: place + 1 })}
                placeholder={words.example}
                maxLength={limits.referenceWordsLength}
                value={shows}
                onChange={(event) => change(picture, event.target.value)}
              />
              <IconButton
                type="button"
                size="3"
                variant="ghost"
                color="gray"
                aria-label={words.remove({ number: place + 1 })}
                onClick={() => onEdit((pictures) => pictures.filter((one) => one.picture !== picture))}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif"
        className={styles['input']}
        aria-label={words.choose}
        tabIndex={-1}
        onChange={(event) => {
          give([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <QuietButton type="button" size="2" disabled={isTaking || isFull} onClick={() => input.current?.click()}>
        {isTaking ? words.adding : words.choose}
      </QuietButton>
      <p className={styles['hint']} id={`${labelId}-hint`}>
        {isFull ? words.full({ most: limits.referencePictures }) : words.hint({ most: limits.referencePictures })}
      </p>
      {sentences.map((sentence) => (
        <FormNote key={sentence} tone="bad">
          {sentence}
        </FormNote>
      ))}
    </section>
  );
}

function withMore(pictures: readonly ReferencePicture[], more: readonly string[]): ReferencePicture[] {
  const known = new Set(pictures.map(({ picture }) => picture));
  const fresh = [...new Set(more)].filter((picture) => !known.has(picture));
  return [...pictures, ...fresh.map((picture) => ({ picture, shows: '' }))];
}

/** From this device where it is here, else from the server. */
function OwnPicture({ sha256, alt }: { sha256: string; alt: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isShown = true;
    const show = async (): Promise<void> => {
      const file = await clipStore.read(sha256).catch(() => null);
      if (!isShown) return;
      made = file && URL.createObjectURL(file);
      setUrl(made ?? mediaUrl(sha256));
    };
    void show();
    return () => {
      isShown = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [sha256]);
  return url === null ? <i className={styles['picture']} /> : <img className={styles['picture']} src={url} alt={alt} />;
}
