import { useState } from 'react';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import { DurationChoice } from './clip-choices.tsx';
import { OwnClips } from './own-clips.tsx';
import { DescriptionField, TitleField } from './scene-fields.tsx';
import { SceneForm } from './scene-form.tsx';
import { sceneFormWords } from './words.ts';

/** Its length is in seconds. */
export type NewScene = { title: string; description: string; duration: number };

type AddSceneDialogProps = {
  project: Pick<Project, 'id' | 'model'>;
  /** Own clips that were dropped on the board. */
  files: readonly File[];
  /** Adds it and closes. Shows its own failures. */
  onAdd: (scene: NewScene) => void;
  onClose: () => void;
};

/** Adds a scene of the person’s own at the end. */
export function AddSceneDialog({ project, files, onAdd, onClose }: AddSceneDialogProps) {
  const { durations, defaultDuration } = modelRow(project.model);
  const [scene, setScene] = useState<NewScene>({ title: '', description: '', duration: defaultDuration });
  const isComplete = scene.title.trim() !== '' && scene.description.trim() !== '';
  const isUntouched = scene.title === '' && scene.description === '';
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
      <OwnClips projectId={project.id} dropped={files} onDone={onClose} />
    </SceneForm>
  );
}
