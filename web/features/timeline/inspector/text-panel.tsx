import { Button, TextArea } from '@radix-ui/themes';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, type Ref } from 'react';
import { centerOf, formTime, longestTime, TIME_STEP_SECONDS } from '#editor/overlay-form.ts';
import { changeText } from '#editor/session-store.ts';
import { overlayBox } from '#player/overlay-box.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import { FormNote } from '#ui/form-note.tsx';
import { highContrast } from '#ui/high-contrast.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { LengthNote } from '#ui/length-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { Range } from '#ui/range.tsx';
import { ColorChoice } from './color-choice.tsx';
import { applyDraft, cancelDraft, leaveDraft } from '../draft-edits.ts';
import styles from './inspector.module.css';
import { NumberField } from './number-field.tsx';
import { PositionChoice } from './position-choice.tsx';
import { uiWords } from '#ui/words.ts';
import { textWords as words } from '../words.ts';

const SECONDS = { unit: 's', step: TIME_STEP_SECONDS, decimals: 1 };

type TextPanelProps = {
  overlay: TextOverlay;
  isNew: boolean;
  /** Whether the text has been deleted while it was edited: saving it adds it again. */
  isGone: boolean;
  /** The one that the text belongs to. */
  scene: { sceneNumber: number; title: string; seconds: number };
  picture: { width: number; height: number };
};

/** Edits a text over a scene. It isn’t modal: the picture beside it shows the text as it will be exported. */
export function TextPanel({ overlay, isNew, isGone, scene, picture }: TextPanelProps) {
  const titleId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <dialog open aria-labelledby={titleId} className={styles['panel']} data-sheet>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          applyDraft();
        }}
      >
        <header className={styles['head']}>
          <h2 id={titleId}>{isNew ? words.title.add : words.title.edit}</h2>
          <span className={`${styles['about']} one-line`}>
            {words.scene({ number: scene.sceneNumber, title: scene.title })}
          </span>
          <IconAction label={uiWords.close} className={styles['close'] ?? ''} onClick={leaveDraft}>
            <X size={16} />
          </IconAction>
        </header>
        <div className={styles['body']}>
          {isGone ? <FormNote tone="plain">{words.gone}</FormNote> : null}
          <TextWords fieldRef={field} overlay={overlay} onChange={changeText} />
          <TextLook overlay={overlay} picture={picture} onChange={changeText} />
          <TextTimes overlay={overlay} seconds={scene.seconds} onChange={changeText} />
        </div>
        <footer className={styles['foot']}>
          <QuietButton size="2" onClick={cancelDraft} type="button">
            {uiWords.cancel}
          </QuietButton>
          <Button size="2" color="gray" className={highContrast} type="submit">
            {isNew || isGone ? words.submit.add : words.submit.edit}
          </Button>
        </footer>
      </form>
    </dialog>
  );
}

type PartProps = { overlay: TextOverlay; onChange: (overlay: TextOverlay) => void };

function TextWords({ overlay, onChange, fieldRef }: PartProps & { fieldRef: Ref<HTMLTextAreaElement> }) {
  const id = useId();
  return (
    <div>
      <label className={styles['label']} htmlFor={id}>
        {words.text}
      </label>
      <TextArea
        id={id}
        ref={fieldRef}
        rows={2}
        resize="vertical"
        placeholder={words.placeholder}
        maxLength={limits.overlayTextLength}
        value={overlay.text}
        onChange={(event) => onChange({ ...overlay, text: event.target.value })}
      />
      <LengthNote length={overlay.text.length} limit={limits.overlayTextLength} />
    </div>
  );
}

function TextLook({ overlay, onChange, picture }: PartProps & { picture: TextPanelProps['picture'] }) {
  const id = useId();
  return (
    <>
      <div>
        <div className={styles['labelRow']}>
          <label htmlFor={id}>{words.fontSize}</label>
          <output className="numbers">{overlay.fontSize}</output>
        </div>
        <Range
          id={id}
          min={limits.fontSizeMin}
          max={limits.fontSizeMax}
          step={limits.fontSizeStep}
          value={overlay.fontSize}
          onValue={(fontSize) => onChange({ ...overlay, fontSize })}
        />
      </div>
      <ColorChoice value={overlay.color} onValue={(color) => onChange({ ...overlay, color })} />
      <PositionChoice
        value={overlay.position}
        center={centerOf(overlayBox(overlay, picture))}
        onValue={(position) => onChange({ ...overlay, position })}
      />
    </>
  );
}

function TextTimes({ overlay, onChange, seconds }: PartProps & { seconds: number }) {
  const longest = longestTime(seconds);
  return (
    <div>
      <div className={styles['points']}>
        <NumberField
          label={words.start}
          value={overlay.startTime}
          format={SECONDS}
          onValue={(time) => onChange({ ...overlay, startTime: formTime(time, longest) })}
        />
        <NumberField
          label={words.end}
          value={overlay.endTime}
          format={SECONDS}
          onValue={(time) => onChange({ ...overlay, endTime: formTime(time, longest) })}
        />
      </div>
      {overlay.startTime < overlay.endTime ? null : <FormNote tone="plain">{words.neverShown}</FormNote>}
    </div>
  );
}
