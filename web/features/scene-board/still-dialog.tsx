import { TextArea } from '@radix-ui/themes';
import { useEffect, useId, useRef, useState } from 'react';
import { actions } from '#editor/actions.ts';
import { editStill } from '#editor/remake-still.ts';
import type { Scene, SceneStill } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { stillSeconds, type StillSettings } from '#shared/movie/still-box.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { FormNote } from '#ui/form-note.tsx';
import { LengthNote } from '#ui/length-note.tsx';
import { showFailure } from '#ui/toasts.ts';
import { stillDialogWords as words, stillWords, titleCardWords } from './own-clip-words.ts';
import styles from './scene-dialog.module.css';
import { TitleField } from './scene-fields.tsx';
import { SceneForm } from './scene-form.tsx';
import { GroundChoice, isStillLength, LengthField, StillFields } from './still-fields.tsx';
import { editWords, sceneFormWords } from './words.ts';

type StillDialogProps = { scene: Scene & { still: SceneStill }; onClose: () => void };

/** Edits how a picture or a title card is shown. Its clip is made anew; closing gives that up. */
export function StillDialog({ scene, onClose }: StillDialogProps) {
  const { still } = scene;
  const [first] = scene.textOverlays;
  const [title, setTitle] = useState(scene.title);
  const [text, setText] = useState(first?.text ?? '');
  const [settings, setSettings] = useState<StillSettings>(() => ({ ...still.settings, seconds: shownSeconds(scene) }));
  const [isMaking, setIsMaking] = useState(false);
  const [sentence, setSentence] = useState<string | null>(null);
  const life = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    life.current = controller;
    return () => controller.abort();
  }, []);
  const hasWords = still.picture === null && first !== undefined;
  const isComplete = title.trim() !== '' && isStillLength(settings.seconds) && (!hasWords || text.trim() !== '');

  const save = async (signal: AbortSignal): Promise<void> => {
    setIsMaking(true);
    setSentence(null);
    try {
      let refused: string | null = null;
      const edit = { settings, title: title.trim(), words: hasWords ? text.trim() : null };
      const undo = await actions.undoable(scene.projectId, async () => {
        refused = await editStill(scene, edit, signal);
      });
      if (signal.aborted) return;
      setSentence(refused);
      if (refused !== null) return;
      showEdited(editWords.saved, undo);
      onClose();
    } catch (error) {
      if (!signal.aborted) showFailure(editWords.updateFailed, error);
    } finally {
      if (!signal.aborted) setIsMaking(false);
    }
  };

  return (
    <SceneForm
      names={{ title: sceneFormWords.edit.title({ number: scene.sceneNumber }), save: sceneFormWords.edit.save }}
      incomplete={hasWords && text.trim() === '' ? titleCardWords.incomplete : words.incomplete}
      state={isMaking ? 'untouched' : isComplete ? 'complete' : 'incomplete'}
      onSave={() => void save(life.current.signal)}
      onClose={onClose}
    >
      <TitleField value={title} onChange={setTitle} />
      {hasWords ? <WordsField value={text} onChange={setText} /> : null}
      {still.picture === null ? (
        <>
          <GroundChoice
            chosen={settings.background}
            onChoose={(background) => setSettings({ ...settings, background })}
          />
          <LengthField
            label={stillWords.cardLength}
            seconds={settings.seconds}
            onChange={(seconds) => setSettings({ ...settings, seconds })}
          />
        </>
      ) : (
        <StillFields settings={settings} length={stillWords.cardLength} onChange={setSettings} />
      )}
      {isMaking ? <FormNote tone="plain">{words.making}</FormNote> : null}
      {sentence === null ? null : <FormNote tone="bad">{sentence}</FormNote>}
    </SceneForm>
  );
}

type WordsFieldProps = { value: string; onChange: (value: string) => void };

function WordsField({ value, onChange }: WordsFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{titleCardWords.words}</label>
      <TextArea
        id={id}
        size="3"
        rows={3}
        resize="vertical"
        aria-describedby={`${id}-hint`}
        maxLength={limits.overlayTextLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <LengthNote length={value.length} limit={limits.overlayTextLength} />
      <p className={styles['hint']} id={`${id}-hint`}>
        {titleCardWords.hint}
      </p>
    </div>
  );
}

/** As long as it is shown now: a trimmed one becomes that long, and has no trims then. */
function shownSeconds({ still, trimStart, trimEnd, duration }: StillDialogProps['scene']): number {
  if (trimStart === null && trimEnd === null) return still.settings.seconds;
  const shown = (trimEnd ?? duration) - (trimStart ?? 0);
  return Math.min(stillSeconds.max, Math.max(stillSeconds.min, Math.round(shown * 100) / 100));
}
