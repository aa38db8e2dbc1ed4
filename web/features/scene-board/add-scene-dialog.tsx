import { lazy, Suspense, useState } from 'react';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { DurationChoice } from './clip-choices.tsx';
import { OwnClips } from './own-clips.tsx';
import styles from './own-clips.module.css';
import { titleCardWords } from './own-clip-words.ts';
import { DescriptionField, TitleField } from './scene-fields.tsx';
import { SceneForm } from './scene-form.tsx';
import { sceneFormWords } from './words.ts';

const TitleCardForm = lazy(async () => ({ default: (await import('./title-card-form.tsx')).TitleCardForm }));

/** Its length is in seconds. */
export type NewScene = { title: string; description: string; duration: number };

type AddSceneDialogProps = {
  project: Pick<Project, 'id' | 'model'>;
  /** Own files that were dropped or pasted. */
  files: readonly File[];
  /** How many scenes come before those of files; null for all. */
  place: number | null;
  /** Adds it and closes. Shows its own failures. */
  onAdd: (scene: NewScene) => void;
  onClose: () => void;
};

/** Adds a scene of the person’s own at the end; those of files also elsewhere. */
export function AddSceneDialog({ project, files, place, onAdd, onClose }: AddSceneDialogProps) {
  const { durations, defaultDuration } = modelRow(project.model);
  const [scene, setScene] = useState<NewScene>({ title: '', description: '', duration: defaultDuration });
  const [isCard, setIsCard] = useState(false);
  const isComplete = scene.title.trim() !== '' && scene.description.trim() !== '';
  const isUntouched = scene.title === '' && scene.description === '';
  if (isCard)
    return (
      <Suspense>
        <TitleCardForm projectId={project.id} onClose={onClose} />
      </Suspense>
    );
  return (
    <SceneForm
      names={sceneFormWords.add}
      state={isComplete ? 'complete' : isUntouched ? 'untouched' : 'incomplete'}
      onSave={() => onAdd({ ...scene, title: scene.title.trim(), description: scene.description.trim() })}
      onClose={onClose}
    >
      <TitleField isFocused value={scene.title} onChange={(title) => setScene({ ...scene, title })} />
      <DescriptionField value={scene.description} onChange={(description) => setScene({ ...scene, description })} />
      <DurationChoice
        chosen={scene.duration}
        options={durations}
        onChoose={(duration) => setScene({ ...scene, duration })}
      />
      <OwnClips projectId={project.id} dropped={files} place={place} onDone={onClose} />
      <section aria-label={titleCardWords.offer} className={styles['drop']}>
        <p>{titleCardWords.offer}</p>
        <QuietButton type="button" size="2" onClick={() => setIsCard(true)}>
          {titleCardWords.open}
        </QuietButton>
      </section>
    </SceneForm>
  );
}
