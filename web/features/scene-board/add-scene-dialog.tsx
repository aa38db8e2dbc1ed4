import { lazy, Suspense, useState } from 'react';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import { FilesGiven } from '#ui/files-given.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { DurationChoice } from './clip-choices.tsx';
import { OwnClipsFields } from './own-clips.tsx';
import styles from './own-clips.module.css';
import { useOwnClips } from './use-own-clips.ts';
import { stillWords, titleCardWords } from './own-clip-words.ts';
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
  const written = isComplete ? 'complete' : isUntouched ? 'untouched' : 'incomplete';
  const intake = useOwnClips({
    projectId: project.id,
    dropped: files,
    place,
    // What is written meanwhile isn't lost.
    onDone: () => isUntouched && onClose(),
  });
  const { waiting, progress, sentences } = intake;
  const hasWaiting = waiting.length > 0;
  const isOfFiles = hasWaiting || progress !== null || sentences.length > 0 || files.length > 0;
  if (isCard)
    return (
      <Suspense>
        <TitleCardForm projectId={project.id} onClose={onClose} />
      </Suspense>
    );
  // What is chosen comes first, so that it is in view.
  const own = <OwnClipsFields key="own" intake={intake} isOffer={!isOfFiles} />;
  return (
    <SceneForm
      names={
        hasWaiting ? { ...sceneFormWords.add, save: stillWords.add({ count: waiting.length }) } : sceneFormWords.add
      }
      state={hasWaiting ? (intake.canAdd ? 'complete' : 'untouched') : written}
      onSave={() =>
        hasWaiting
          ? intake.add()
          : onAdd({ ...scene, title: scene.title.trim(), description: scene.description.trim() })
      }
      onClose={onClose}
    >
      <FilesGiven key="given" of="dialog" onFiles={intake.give} />
      {isOfFiles ? own : null}
      <TitleField
        key="title"
        isFocused={!isOfFiles}
        value={scene.title}
        onChange={(title) => setScene({ ...scene, title })}
      />
      <DescriptionField
        key="description"
        value={scene.description}
        onChange={(description) => setScene({ ...scene, description })}
      />
      <DurationChoice
        key="duration"
        chosen={scene.duration}
        options={durations}
        onChoose={(duration) => setScene({ ...scene, duration })}
      />
      {isOfFiles ? null : own}
      <section key="card" aria-label={titleCardWords.offer} className={styles['drop']}>
        <p>{titleCardWords.offer}</p>
        <QuietButton type="button" size="2" onClick={() => setIsCard(true)}>
          {titleCardWords.open}
        </QuietButton>
      </section>
    </SceneForm>
  );
}
