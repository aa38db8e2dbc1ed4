import { Button, Spinner, TextArea, TextField } from '@radix-ui/themes';
import { useId, useState } from 'react';
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import type { ModelReach } from '#shared/api/models.ts';
import { limits } from '#shared/limits.ts';
import { newProjectProblem } from '#shared/rules/validation.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { LengthNote } from '#ui/length-note.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import styles from './create-project.module.css';
import { GenrePicker } from './genre-picker.tsx';
import { ModelPicker, RatioPicker } from './model-picker.tsx';
import {
  chooseModel,
  effectiveModel,
  emptyProjectForm,
  requestOf,
  toggleGenre,
  type ProjectForm,
} from './project-form.ts';
import { TargetLength } from './target-length.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';

type CreateProjectDialogProps = {
  /** Undefined while it is asked, and where there is no network. */
  reach: readonly ModelReach[] | undefined;
  isDemo: boolean;
  onCreate: (fields: CreateProjectRequest) => Promise<void>;
  onClose: () => void;
};

export function CreateProjectDialog({ reach, isDemo, onCreate, onClose }: CreateProjectDialogProps) {
  const [form, setForm] = useState<ProjectForm>(emptyProjectForm);
  const [isPending, setIsPending] = useState(false);
  const formId = useId();
  const model = effectiveModel(form, reach);
  const isEmpty = !form.title.trim() || !form.description.trim();

  const submit = async (): Promise<void> => {
    if (isPending) return;
    const problem = newProjectProblem(form);
    if (problem) {
      showToast({ title: problem.title, description: problem.message, tone: 'destructive' });
      return;
    }
    setIsPending(true);
    try {
      await onCreate(requestOf(form, model));
    } catch (error) {
      showFailure('Error creating project', error);
      setIsPending(false);
    }
  };

  const footer = (
    <>
      <span className={styles['footNote']}>No clips are made yet.</span>
      <QuietButton size="3" onClick={onClose}>
        Cancel
      </QuietButton>
      <Button size="3" type="submit" form={formId} disabled={isPending || isEmpty}>
        {isPending ? <Spinner /> : null}
        Create Project
      </Button>
    </>
  );
  return (
    <DialogFrame title="Create New Project" width={640} onClose={onClose} footer={footer}>
      <form
        id={formId}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {/* Enter submits by the form's first button. The one below is disabled while a field is empty, and nothing would say which. */}
        <button type="submit" hidden tabIndex={-1}>
          Create Project
        </button>
        <IdeaFields form={form} onChange={setForm} />
        <GenrePicker chosen={form.genres} onToggle={(id) => setForm(toggleGenre(form, id))} />
        <TargetLength
          seconds={form.targetLength}
          isDemo={isDemo}
          onChange={(targetLength) => setForm({ ...form, targetLength })}
        />
        <ModelPicker chosen={model} reach={reach} onChoose={(id) => setForm(chooseModel(form, id))} />
        <RatioPicker
          chosen={form.aspectRatio}
          model={model}
          onChoose={(aspectRatio) => setForm({ ...form, aspectRatio })}
        />
      </form>
    </DialogFrame>
  );
}

function IdeaFields({ form, onChange }: { form: ProjectForm; onChange: (form: ProjectForm) => void }) {
  const titleId = useId();
  const descriptionId = useId();
  return (
    <>
      <div>
        <label className={styles['label']} htmlFor={titleId}>
          Title
        </label>
        <TextField.Root
          id={titleId}
          size="3"
          maxLength={limits.titleLength}
          value={form.title}
          onChange={(event) => onChange({ ...form, title: event.target.value })}
        />
        <LengthNote length={form.title.length} limit={limits.titleLength} />
      </div>
      <div>
        <div className={styles['labelRow']}>
          <label className={styles['label']} htmlFor={descriptionId}>
            Description
          </label>
          <span className={`${styles['counter']} numbers`}>
            {form.description.length.toLocaleString('en')} / {limits.descriptionLength.toLocaleString('en')}
          </span>
        </div>
        <TextArea
          id={descriptionId}
          size="3"
          resize="vertical"
          data-autofocus=""
          className={styles['description'] ?? ''}
          placeholder="What happens, who is in it, where, and how it should feel."
          maxLength={limits.descriptionLength}
          value={form.description}
          onChange={(event) => onChange({ ...form, description: event.target.value })}
        />
        <LengthNote length={form.description.length} limit={limits.descriptionLength} />
      </div>
    </>
  );
}
