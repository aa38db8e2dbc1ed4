import { TextArea } from '@radix-ui/themes';
import { useEffect, useId, useRef, useState } from 'react';
import { newOverlay } from '#editor/overlay-form.ts';
import { limits } from '#shared/limits.ts';
import { stillSeconds } from '#shared/movie/still-box.ts';
import { stillGrounds, type StillGroundId } from '#shared/movie/still-grounds.ts';
import { showEdited, undoAll } from '#ui/edited-toast.ts';
import { FormNote } from '#ui/form-note.tsx';
import { LengthNote } from '#ui/length-note.tsx';
import { showFailure } from '#ui/toasts.ts';
import { addTitleCard } from './add-own-clips.ts';
import { ownClipWords, stillWords, titleCardWords as words } from './own-clip-words.ts';
import styles from './scene-dialog.module.css';
import { SceneForm } from './scene-form.tsx';
import { GroundChoice, isStillLength, LengthField } from './still-fields.tsx';

const FONT_SIZE = 64;

type TitleCardFormProps = { projectId: string; onClose: () => void };

/** Adds a scene of words on a plain background. Closing it gives up what is being made. */
export function TitleCardForm({ projectId, onClose }: TitleCardFormProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [seconds, setSeconds] = useState<number>(stillSeconds.byDefault);
  const [ground, setGround] = useState<StillGroundId>('black');
  const [isMaking, setIsMaking] = useState(false);
  const [sentences, setSentences] = useState<readonly string[]>([]);
  const life = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    life.current = controller;
    return () => controller.abort();
  }, []);
  const isComplete = text.trim() !== '' && isStillLength(seconds);

  const add = async (signal: AbortSignal): Promise<void> => {
    setIsMaking(true);
    setSentences([]);
    try {
      const look = { text: text.trim(), fontSize: FONT_SIZE, color: stillGrounds[ground].ink };
      const settings = { seconds, fit: 'fill', pushIn: false, background: ground } as const;
      const result = await addTitleCard(projectId, { ...newOverlay(seconds), ...look }, { settings, signal });
      if (signal.aborted) return;
      setSentences(result.sentences);
      if (result.added > 0) showEdited({ title: ownClipWords.added({ count: result.added }) }, undoAll(result.undos));
      if (result.sentences.length === 0) onClose();
    } catch (error) {
      if (!signal.aborted) showFailure(words.failed, error);
    } finally {
      if (!signal.aborted) setIsMaking(false);
    }
  };

  return (
    <SceneForm
      names={words}
      incomplete={text.trim() === '' ? words.incomplete : null}
      state={isMaking || (text === '' && !isComplete) ? 'untouched' : isComplete ? 'complete' : 'incomplete'}
      onSave={() => void add(life.current.signal)}
      onClose={onClose}
    >
      <div className={styles['field']}>
        <label htmlFor={id}>{words.words}</label>
        <TextArea
          id={id}
          size="3"
          rows={3}
          data-autofocus=""
          resize="vertical"
          aria-describedby={`${id}-hint`}
          maxLength={limits.overlayTextLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <LengthNote length={text.length} limit={limits.overlayTextLength} />
        <p className={styles['hint']} id={`${id}-hint`}>
          {words.hint}
        </p>
      </div>
      <GroundChoice chosen={ground} onChoose={setGround} />
      <LengthField label={stillWords.cardLength} seconds={seconds} onChange={setSeconds} />
      {isMaking ? <FormNote tone="plain">{words.making}</FormNote> : null}
      {sentences.map((sentence) => (
        <FormNote key={sentence} tone="bad">
          {sentence}
        </FormNote>
      ))}
    </SceneForm>
  );
}
