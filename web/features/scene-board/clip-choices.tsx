import { SegmentedControl, Switch } from '@radix-ui/themes';
import { useId } from 'react';
import { sceneResolutionSchema, type SceneResolution } from '#shared/entities/scene.ts';
import styles from './scene-dialog.module.css';
import { sceneFormWords as words } from './words.ts';

type ResolutionChoiceProps = { chosen: SceneResolution; onChoose: (resolution: SceneResolution) => void };

export function ResolutionChoice({ chosen, onChoose }: ResolutionChoiceProps) {
  const labelId = useId();
  return (
    <div className={styles['field']}>
      <span id={labelId}>{words.resolution.label}</span>
      <SegmentedControl.Root
        value={chosen}
        aria-labelledby={labelId}
        aria-describedby={`${labelId}-hint`}
        onValueChange={(value) => onChoose(sceneResolutionSchema.parse(value))}
      >
        {sceneResolutionSchema.options.map((option) => (
          <SegmentedControl.Item key={option} value={option}>
            {option}
          </SegmentedControl.Item>
        ))}
      </SegmentedControl.Root>
      <p className={styles['hint']} id={`${labelId}-hint`}>
        {words.resolution.hint}
      </p>
    </div>
  );
}

type DurationChoiceProps = {
  /** Seconds. */
  chosen: number;
  options: readonly number[];
  onChoose: (seconds: number) => void;
};

export function DurationChoice({ chosen, options, onChoose }: DurationChoiceProps) {
  const labelId = useId();
  return (
    <div className={styles['field']}>
      <span id={labelId}>{words.duration}</span>
      <SegmentedControl.Root
        value={String(chosen)}
        aria-labelledby={labelId}
        onValueChange={(value) => onChoose(Number(value))}
      >
        {options.map((seconds) => (
          <SegmentedControl.Item key={seconds} value={String(seconds)}>
            {words.seconds({ seconds })}
          </SegmentedControl.Item>
        ))}
      </SegmentedControl.Root>
    </div>
  );
}

type SwitchChoiceProps = { label: string; hint: string; isChosen: boolean; onChoose: (isChosen: boolean) => void };

/** Something that a clip does or doesn’t do, with its consequence. */
export function SwitchChoice({ label, hint, isChosen, onChoose }: SwitchChoiceProps) {
  const labelId = useId();
  return (
    <div className={styles['switchField']}>
      <Switch
        color="gray"
        checked={isChosen}
        aria-labelledby={labelId}
        aria-describedby={`${labelId}-hint`}
        onCheckedChange={onChoose}
      />
      <span id={labelId}>{label}</span>
      <p className={styles['hint']} id={`${labelId}-hint`}>
        {hint}
      </p>
    </div>
  );
}
