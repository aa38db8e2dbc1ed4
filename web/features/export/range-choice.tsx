import { Select, TextField } from '@radix-ui/themes';
import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { editorSession } from '#editor/session-store.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { formatDuration } from '#shared/words/format.ts';
import { sceneNames } from '#shared/words/product-words.ts';
import { FormNote } from '#ui/form-note.tsx';
import { highContrast } from '#ui/high-contrast.ts';
import { Segments } from '#ui/segments.tsx';
import styles from './range-choice.module.css';
import { frameTime, rangeOfChoice, typedFrame, WHOLE_MOVIE, type PartChoice } from './range-times.ts';
import { rangeWords } from './words.ts';

const kinds = [
  { id: 'movie', name: rangeWords.movie },
  { id: 'part', name: rangeWords.part },
  { id: 'scene', name: rangeWords.scene },
] as const;

type RangeChoiceProps = {
  /** Of the whole movie. */
  plan: MoviePlan;
  chosen: PartChoice;
  onChoose: (choice: PartChoice) => void;
};

/** All of the movie, from one time to another, or one scene: at first the one that is selected. */
export function RangeChoice({ plan, chosen, onChoose }: RangeChoiceProps) {
  const selected = useStore(editorSession, ({ selectedSceneId }) => selectedSceneId);
  const first = plan.scenes.find(({ sceneId }) => sceneId === selected) ?? plan.scenes[0];
  const choose = (kind: PartChoice['kind']): void => {
    if (kind === 'scene' && first !== undefined) onChoose({ kind, sceneId: first.sceneId });
    else if (kind === 'part') onChoose({ kind, ...wholeOr(plan, chosen) });
    else onChoose(WHOLE_MOVIE);
  };
  return (
    <div className={styles['range']}>
      <Segments label={rangeWords.label} options={kinds} chosen={chosen.kind} onChoose={choose} />
      {chosen.kind === 'part' ? <Times plan={plan} chosen={chosen} onChoose={onChoose} /> : null}
      {chosen.kind === 'scene' ? (
        <div className={styles['fields']}>
          <Select.Root
            size="2"
            value={chosen.sceneId}
            onValueChange={(sceneId) => onChoose({ kind: 'scene', sceneId })}
          >
            <Select.Trigger className={styles['scene'] ?? ''} color="gray" aria-label={rangeWords.whichScene} />
            <Select.Content color="gray" className={highContrast} position="popper">
              {plan.scenes.map(({ sceneId, sceneNumber, title }) => (
                <Select.Item key={sceneId} value={sceneId}>
                  {sceneNames.titled({ number: sceneNumber, title })}
                </Select.Item>
              ))}
            </Select.Content>
          </Select.Root>
        </div>
      ) : null}
    </div>
  );
}

/** Where a part begins and ends at first: with what was chosen before. */
function wholeOr(plan: MoviePlan, chosen: PartChoice) {
  return rangeOfChoice(plan, chosen) ?? { fromFrame: 0, toFrame: plan.frameCount };
}

type Part = Extract<PartChoice, { kind: 'part' }>;
type TimesProps = { plan: MoviePlan; chosen: Part; onChoose: (choice: PartChoice) => void };

function Times({ plan, chosen, onChoose }: TimesProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { fps, frameCount } = plan;
  const take = (edge: 'fromFrame' | 'toFrame', text: string): void => {
    const frame = typedFrame(text, fps);
    if (frame === null || frame > frameCount) {
      setProblem(rangeWords.notATime({ longest: frameTime(frameCount, fps) }));
      return;
    }
    const next = { ...chosen, [edge]: frame };
    setProblem(next.fromFrame < next.toFrame ? null : rangeWords.empty);
    if (next.fromFrame < next.toFrame) onChoose(next);
  };
  const seconds = (chosen.toFrame - chosen.fromFrame) / fpsNumber(fps);
  return (
    <>
      <div className={styles['fields']}>
        <TimeField
          label={rangeWords.from}
          value={frameTime(chosen.fromFrame, fps)}
          onType={(text) => take('fromFrame', text)}
        />
        <TimeField
          label={rangeWords.to}
          value={frameTime(chosen.toFrame, fps)}
          onType={(text) => take('toFrame', text)}
        />
        <span className={`${styles['length']} numbers`}>{rangeWords.length({ length: formatDuration(seconds) })}</span>
      </div>
      {problem === null ? null : (
        <div className={styles['problem']}>
          <FormNote tone="bad">{problem}</FormNote>
        </div>
      )}
    </>
  );
}

type TimeFieldProps = {
  label: string;
  value: string;
  /** What was typed, when it is left or confirmed. */
  onType: (text: string) => void;
};

function TimeField({ label, value, onType }: TimeFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): void => {
    setTyped(null);
    if (typed !== null && typed !== value) onType(typed);
  };
  return (
    <div className={styles['time']}>
      <label htmlFor={id}>{label}</label>
      <TextField.Root
        id={id}
        className="numbers"
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
    </div>
  );
}
