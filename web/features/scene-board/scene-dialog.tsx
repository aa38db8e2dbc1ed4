import { Button, SegmentedControl, Switch, TextArea, TextField } from '@radix-ui/themes';
import { useId, useState } from 'react';
import { sceneResolutionSchema, type Scene, type SceneResolution } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { LengthNote } from '#ui/length-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import styles from './scene-dialog.module.css';

export type SceneWords = {
  title: string;
  description: string;
  negativePrompt: string | null;
  resolution: SceneResolution;
  continueFromPrevious: boolean;
};

type SceneDialogProps = {
  /** Null for a scene that is added. */
  scene: Scene | null;
  /** Saves and closes. What goes wrong it tells by itself. */
  onSave: (words: SceneWords) => void;
  onClose: () => void;
};

/** The words that a scene is made from. */
export function SceneDialog({ scene, onSave, onClose }: SceneDialogProps) {
  const [title, setTitle] = useState(scene?.title ?? '');
  const [description, setDescription] = useState(scene?.description ?? '');
  const [negativePrompt, setNegativePrompt] = useState(scene?.negativePrompt ?? '');
  const [resolution, setResolution] = useState<SceneResolution>(scene?.resolution ?? '720p');
  const [continueFromPrevious, setContinueFromPrevious] = useState(scene?.continueFromPrevious ?? false);
  const formId = useId();
  const fieldId = useId();
  const isIncomplete = !title.trim() || !description.trim();
  const isBegun = scene !== null || title !== '' || description !== '';
  const save = (): void => {
    if (isIncomplete) return;
    onSave({
      title: title.trim(),
      description: description.trim(),
      negativePrompt: negativePrompt.trim() || null,
      resolution,
      continueFromPrevious,
    });
  };
  const footer = (
    <>
      <QuietButton size="3" onClick={onClose}>
        Cancel
      </QuietButton>
      <Button size="3" type="submit" form={formId} disabled={isIncomplete}>
        {scene ? 'Save Changes' : 'Add Scene'}
      </Button>
    </>
  );
  return (
    <DialogFrame
      title={scene ? `Edit Scene ${scene.sceneNumber}` : 'Add Custom Scene'}
      width={560}
      onClose={onClose}
      footer={footer}
    >
      <form
        id={formId}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className={styles['field']}>
          <label htmlFor={`${fieldId}-title`}>Title</label>
          <TextField.Root
            id={`${fieldId}-title`}
            size="3"
            maxLength={limits.titleLength}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
          <LengthNote length={title.length} limit={limits.titleLength} />
        </div>
        <div className={styles['field']}>
          <label htmlFor={`${fieldId}-description`}>Description</label>
          <TextArea
            id={`${fieldId}-description`}
            size="3"
            rows={6}
            resize="vertical"
            maxLength={limits.descriptionLength}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
          <LengthNote length={description.length} limit={limits.descriptionLength} />
        </div>
        {scene ? (
          <>
            <div className={styles['field']}>
              <label htmlFor={`${fieldId}-negative`}>Negative prompt (optional)</label>
              <TextArea
                id={`${fieldId}-negative`}
                size="3"
                rows={2}
                resize="vertical"
                placeholder="What must not be in the picture"
                maxLength={limits.negativePromptLength}
                value={negativePrompt}
                onChange={(event) => setNegativePrompt(event.target.value)}
              />
              <LengthNote length={negativePrompt.length} limit={limits.negativePromptLength} />
            </div>
            <ResolutionChoice chosen={resolution} onChoose={setResolution} />
            <StartChoice
              isFirst={scene.sceneNumber === 1}
              isChosen={continueFromPrevious}
              onChoose={setContinueFromPrevious}
            />
          </>
        ) : null}
        {isIncomplete && isBegun ? <FormNote tone="plain">A scene needs a title and a description.</FormNote> : null}
      </form>
    </DialogFrame>
  );
}

function ResolutionChoice({
  chosen,
  onChoose,
}: {
  chosen: SceneResolution;
  onChoose: (resolution: SceneResolution) => void;
}) {
  const labelId = useId();
  return (
    <div className={styles['field']}>
      <span id={labelId}>Resolution</span>
      <SegmentedControl.Root
        value={chosen}
        aria-labelledby={labelId}
        onValueChange={(value) => onChoose(sceneResolutionSchema.parse(value))}
      >
        {sceneResolutionSchema.options.map((option) => (
          <SegmentedControl.Item key={option} value={option}>
            {option}
          </SegmentedControl.Item>
        ))}
      </SegmentedControl.Root>
      <p className={styles['hint']}>1080p only supports 8 s duration; other durations use 720p.</p>
    </div>
  );
}

type StartChoiceProps = { isFirst: boolean; isChosen: boolean; onChoose: (isChosen: boolean) => void };

/** Whether the clip begins with the last picture of the scene before it. */
function StartChoice({ isFirst, isChosen, onChoose }: StartChoiceProps) {
  const labelId = useId();
  return (
    <div className={styles['field']}>
      <div className={styles['switchRow']}>
        <Switch
          checked={isChosen}
          aria-labelledby={labelId}
          aria-describedby={`${labelId}-hint`}
          onCheckedChange={onChoose}
        />
        <span id={labelId}>Start where the previous scene ends</span>
      </div>
      <p className={styles['hint']} id={`${labelId}-hint`}>
        {isFirst
          ? 'This is the first scene: there is nothing before it to go on from.'
          : 'The last picture of the previous scene becomes the first of this one, so this clip waits for that one.'}
      </p>
    </div>
  );
}
