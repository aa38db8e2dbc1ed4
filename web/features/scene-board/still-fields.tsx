import { TextField } from '@radix-ui/themes';
import { useId } from 'react';
import { stillSeconds, type StillSettings } from '#shared/movie/still-box.ts';
import { stillGroundIds, stillGrounds, type StillGroundId } from '#shared/movie/still-grounds.ts';
import { FormNote } from '#ui/form-note.tsx';
import { Segments } from '#ui/segments.tsx';
import { SwitchChoice } from './clip-choices.tsx';
import { stillWords as words } from './own-clip-words.ts';
import dialog from './scene-dialog.module.css';
import styles from './still-fields.module.css';

/** Whether a clip of this length can be made. */
export function isStillLength(seconds: number): boolean {
  return seconds >= stillSeconds.min && seconds <= stillSeconds.max;
}

type StillFieldsProps = {
  settings: StillSettings;
  /** Label of the length: of one picture, or of several. */
  length?: string;
  onChange: (settings: StillSettings) => void;
};

/** How pictures become scenes. */
export function StillFields({ settings, length = words.length, onChange }: StillFieldsProps) {
  return (
    <>
      <LengthField
        label={length}
        seconds={settings.seconds}
        onChange={(seconds) => onChange({ ...settings, seconds })}
      />
      <Segments
        label={words.fit.label}
        options={[
          { id: 'fill', name: words.fit.fill },
          { id: 'fit', name: words.fit.fit },
        ]}
        chosen={settings.fit}
        onChoose={(fit) => onChange({ ...settings, fit })}
      />
      <SwitchChoice
        label={words.pushIn.label}
        hint={words.pushIn.hint}
        isChosen={settings.pushIn}
        onChoose={(pushIn) => onChange({ ...settings, pushIn })}
      />
      <GroundChoice chosen={settings.background} onChoose={(background) => onChange({ ...settings, background })} />
    </>
  );
}

type LengthFieldProps = { label: string; seconds: number; onChange: (seconds: number) => void };

/** Seconds; NaN while nothing is entered. */
export function LengthField({ label, seconds, onChange }: LengthFieldProps) {
  const id = useId();
  const isValid = isStillLength(seconds);
  return (
    <div className={dialog['field']}>
      <label htmlFor={id}>{label}</label>
      <TextField.Root
        id={id}
        size="3"
        type="number"
        min={stillSeconds.min}
        max={stillSeconds.max}
        step={0.5}
        aria-invalid={!isValid}
        value={Number.isNaN(seconds) ? '' : String(seconds)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      {isValid ? null : <FormNote tone="bad">{words.lengthLimit(stillSeconds)}</FormNote>}
    </div>
  );
}

type GroundChoiceProps = { chosen: StillGroundId; onChoose: (id: StillGroundId) => void };

export function GroundChoice({ chosen, onChoose }: GroundChoiceProps) {
  const id = useId();
  return (
    <div className={dialog['field']}>
      <span id={id}>{words.background}</span>
      <div role="radiogroup" aria-labelledby={id} className={styles['grounds']}>
        {stillGroundIds.map((one) => (
          <label key={one} className={styles['ground']}>
            <input type="radio" name={id} value={one} checked={one === chosen} onChange={() => onChoose(one)} />
            <i
              aria-hidden="true"
              style={{ background: `linear-gradient(${stillGrounds[one].top}, ${stillGrounds[one].bottom})` }}
            />
            <span>{words.grounds[one]}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
