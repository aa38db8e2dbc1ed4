import { useState } from 'react';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { applyFeatureRules } from '#shared/rules/feature-rules.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import { FormNote } from '#ui/form-note.tsx';
import { isClipOpen, groupOf } from '#widgets/scene-groups.ts';
import { DurationChoice, ResolutionChoice, SwitchChoice } from './clip-choices.tsx';
import { ReferencePictures } from './reference-pictures.tsx';
import { DescriptionField, NegativePromptField, TitleField } from './scene-fields.tsx';
import { SceneForm } from './scene-form.tsx';
import { ShotChoice } from './shot-choice.tsx';
import { sceneFormWords } from './words.ts';

/** The fields of a scene that a person writes or chooses. */
export type SceneWords = Pick<
  Scene,
  | 'title'
  | 'description'
  | 'negativePrompt'
  | 'resolution'
  | 'duration'
  | 'metadata'
  | 'referencePictures'
  | 'continueFromPrevious'
  | 'continueIntoNext'
>;

type SceneDialogProps = {
  project: Pick<Project, 'model' | 'aspectRatio'>;
  scene: Scene;
  /** All rows of the project. */
  scenes: readonly Scene[];
  /** Saves and closes. Shows its own failures. */
  onSave: (words: SceneWords) => void;
  onClose: () => void;
};

/** Edits what a scene’s clip is generated from. */
export function SceneDialog({ project, scene, scenes, onSave, onClose }: SceneDialogProps) {
  const [words, setWords] = useState<SceneWords>(scene);
  const change = (changed: Partial<SceneWords>): void => setWords((now) => ({ ...now, ...changed }));
  const group = groupOf(scene, scenes);
  const failure = group.errorMessage;
  // What plays an own clip is generated from no description.
  const isComplete = words.title.trim() !== '' && (scene.source === 'clip' || words.description.trim() !== '');
  return (
    <SceneForm
      names={{ title: sceneFormWords.edit.title({ number: scene.sceneNumber }), save: sceneFormWords.edit.save }}
      state={isComplete ? 'complete' : 'incomplete'}
      onSave={() => onSave(tidied(words))}
      onClose={onClose}
    >
      {failure ? <FormNote tone="bad">{failure}</FormNote> : null}
      <TitleField value={words.title} onChange={(title) => change({ title })} />
      <DescriptionField value={words.description} onChange={(description) => change({ description })} />
      <NegativePromptField
        value={words.negativePrompt ?? ''}
        onChange={(negativePrompt) => change({ negativePrompt })}
      />
      {scene.source === 'generated' ? (
        <ReferencePictures
          chosen={words.referencePictures}
          onEdit={(edit) => setWords((now) => ({ ...now, referencePictures: edit(now.referencePictures) }))}
        />
      ) : null}
      <ShotChoice shot={words.metadata} onChange={(metadata) => change({ metadata })} />
      <ResolutionChoice chosen={words.resolution} onChoose={(resolution) => change({ resolution })} />
      {isClipOpen(group) ? (
        <DurationChoice
          chosen={words.duration}
          options={modelRow(scene.model ?? project.model).durations}
          onChoose={(duration) => change({ duration })}
        />
      ) : null}
      <SwitchChoice
        label={sceneFormWords.fromPrevious.label}
        hint={scene.sceneNumber === 1 ? sceneFormWords.fromPrevious.impossible : sceneFormWords.fromPrevious.hint}
        isChosen={words.continueFromPrevious}
        onChoose={(continueFromPrevious) => change({ continueFromPrevious })}
      />
      <SwitchChoice
        label={sceneFormWords.intoNext.label}
        hint={isLast(scene, scenes) ? sceneFormWords.intoNext.impossible : sceneFormWords.intoNext.hint}
        isChosen={words.continueIntoNext}
        onChoose={(continueIntoNext) => change({ continueIntoNext })}
      />
      {leftOut(project, scene, scenes, words).map((sentence) => (
        <FormNote key={sentence} tone="plain">
          {sentence}
        </FormNote>
      ))}
    </SceneForm>
  );
}

/** Only these fields of what may be a whole row, with the texts trimmed. */
function tidied(words: SceneWords): SceneWords {
  const { resolution, duration, metadata, referencePictures, continueFromPrevious, continueIntoNext } = words;
  return {
    title: words.title.trim(),
    description: words.description.trim(),
    negativePrompt: words.negativePrompt?.trim() || null,
    resolution,
    duration,
    metadata,
    referencePictures: referencePictures.map(({ picture, shows }) => ({ picture, shows: shows.trim() })),
    continueFromPrevious,
    continueIntoNext,
  };
}

function isLast(scene: Scene, scenes: readonly Scene[]): boolean {
  return scenes.every((row) => row.sceneNumber <= scene.sceneNumber);
}

/** One sentence for each choice that the model can’t do: the same sentences that the card shows afterwards. */
function leftOut(
  project: Pick<Project, 'model' | 'aspectRatio'>,
  scene: Scene,
  scenes: readonly Scene[],
  words: SceneWords,
): string[] {
  const extensions = extensionsOf(scene.id, scenes);
  return applyFeatureRules({
    model: scene.model ?? project.model,
    aspectRatio: project.aspectRatio,
    duration: words.duration - extensions.reduce((sum, row) => sum + row.duration, 0),
    resolution: words.resolution,
    references: words.referencePictures.length > 0,
    firstFrame: words.continueFromPrevious && scene.sceneNumber > 1,
    lastFrame: words.continueIntoNext && !isLast(scene, scenes),
    extension: extensions.length > 0,
  }).notes;
}
