import { Select } from '@radix-ui/themes';
import { useId, type ReactNode } from 'react';
import { cameraAngles, cameraAngleSchema, moods, moodSchema } from '#shared/catalogue/shot-words.ts';
import type { SceneMetadata } from '#shared/entities/scene.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { AngleMark, MoodMark } from '#widgets/shot-marks.tsx';
import styles from './scene-dialog.module.css';
import { sceneFormWords as words } from './words.ts';

/** The list item that lets the model choose. */
const OPEN = 'open';

type ShotChoiceProps = { shot: SceneMetadata; onChange: (shot: SceneMetadata) => void };

/** The camera angle and the mood; the model can choose either. */
export function ShotChoice({ shot, onChange }: ShotChoiceProps) {
  return (
    <div className={styles['pair']}>
      <Choice
        label={words.cameraAngle}
        value={shot.cameraAngle}
        onChoose={(id) => onChange({ ...shot, cameraAngle: id === null ? null : cameraAngleSchema.parse(id) })}
      >
        {cameraAngles.map(({ id }) => (
          <Select.Item key={id} value={id}>
            <AngleMark angle={id} />
          </Select.Item>
        ))}
      </Choice>
      <Choice
        label={words.mood}
        value={shot.mood}
        onChoose={(id) => onChange({ ...shot, mood: id === null ? null : moodSchema.parse(id) })}
      >
        {moods.map(({ id }) => (
          <Select.Item key={id} value={id}>
            <span className={styles['mood']}>
              <MoodMark mood={id} />
            </span>
          </Select.Item>
        ))}
      </Choice>
    </div>
  );
}

type ChoiceProps = { label: string; value: string | null; onChoose: (id: string | null) => void; children: ReactNode };

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <Select.Root size="3" value={value ?? OPEN} onValueChange={(chosen) => onChoose(chosen === OPEN ? null : chosen)}>
        <Select.Trigger id={id} className={styles['select'] ?? ''} />
        <Select.Content position="popper" color="gray" className={highContrast}>
          <Select.Item value={OPEN}>{words.openToModel}</Select.Item>
          {children}
        </Select.Content>
      </Select.Root>
    </div>
  );
}
