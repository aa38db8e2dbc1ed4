import { Button, Spinner, TextField } from '@radix-ui/themes';
import { useId, useState } from 'react';
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import type { ModelReach } from '#shared/api/models.ts';
import { DEMO_STUDIO_KEY, type User } from '#shared/entities/user.ts';
import { limits } from '#shared/limits.ts';
import { newProjectProblem } from '#shared/rules/validation.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import edge from '#ui/field.module.css';
import { LengthNote } from '#ui/length-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import styles from './create-project.module.css';
import { DescriptionField } from './description-field.tsx';
import { GenrePicker } from './genre-picker.tsx';
import { ModelPicker, RatioPicker } from './model-picker.tsx';
import { addGenres, chooseModel, effectiveModel, requestOf, toggleGenre, type ProjectForm } from './project-form.ts';
import { TargetLength } from './target-length.tsx';
import { useGenreSuggestions } from './use-genre-suggestions.ts';
import { useImprovement } from './use-improvement.ts';
import { useProjectForm } from './use-project-form.ts';
import { uiWords } from '#ui/words.ts';
import { createProjectWords as words, genreWords } from './words.ts';

type CreateProjectDialogProps = {
  user: User;
  /** Undefined until the server answers, and while there is no network. */
  reach: readonly ModelReach[] | undefined;
  onCreate: (fields: CreateProjectRequest) => Promise<void>;
  onClose: () => void;
};

/** Asks for an idea. The form keeps what was typed until it becomes a project. */
export function CreateProjectDialog({ user, reach, onCreate, onClose }: CreateProjectDialogProps) {
  const { form, change, clear, isDraft } = useProjectForm(user.id);
  const [isPending, setIsPending] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const formId = useId();
  const model = effectiveModel(form, reach);
  const isEmpty = !form.title.trim() || !form.description.trim();
  const describe = (description: string): void => change((former) => ({ ...former, description }));
  const improvement = useImprovement(form.description, describe);
  const { suggested, clearSuggested } = useGenreSuggestions({
    description: form.description,
    hasKey: user.geminiApiKey !== null,
    isAtOnce: improvement.isImproved,
  });

  const submit = async (element: HTMLFormElement): Promise<void> => {
    if (isPending) return;
    const problem = newProjectProblem(form);
    setIsRefused(problem !== null);
    if (problem) {
      showMissing(element);
      showToast({ title: problem.title, description: problem.message, tone: 'destructive' });
      return;
    }
    setIsPending(true);
    try {
      await onCreate(requestOf(form, model));
      clear();
    } catch (error) {
      showFailure(words.failed, error);
      setIsPending(false);
    }
  };

  const footer = (
    <>
      {isDraft ? (
        <span className={styles['draftNote']}>
          {words.draft}{' '}
          <button type="button" className="link" onClick={clear}>
            {words.startOver}
          </button>
        </span>
      ) : (
        <span className={styles['footNote']}>{footNoteFor(form)}</span>
      )}
      <QuietButton size="3" onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <Button size="3" type="submit" form={formId} disabled={isPending || isEmpty}>
        {isPending ? <Spinner /> : null}
        {words.submit}
      </Button>
    </>
  );
  return (
    <DialogFrame title={words.heading} width={640} onClose={onClose} footer={footer}>
      <form
        id={formId}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        {/* Enter presses the form's first button. The visible one is disabled while a field is empty, so Enter on it couldn't say which. */}
        <button type="submit" hidden tabIndex={-1}>
          {words.submit}
        </button>
        <TitleField
          value={form.title}
          onChange={(title) => change((former) => ({ ...former, title }))}
          isMissing={isRefused && !form.title.trim()}
        />
        <DescriptionField
          value={form.description}
          onChange={describe}
          improvement={improvement}
          isMissing={isRefused && !form.description.trim()}
        />
        <GenrePicker
          chosen={form.genres}
          suggested={suggested}
          onToggle={(id) => change((former) => toggleGenre(former, id))}
          onAccept={() => {
            change((former) => addGenres(former, suggested));
            clearSuggested();
          }}
          onDismiss={clearSuggested}
          hint={hintFor(form.description)}
          isMissing={isRefused && form.genres.length === 0}
        />
        <TargetLength
          seconds={form.targetLength}
          isDemo={user.geminiApiKey === DEMO_STUDIO_KEY}
          onChange={(targetLength) => change((former) => ({ ...former, targetLength }))}
        />
        <ModelPicker chosen={model} reach={reach} onChoose={(id) => change((former) => chooseModel(former, id))} />
        <RatioPicker
          chosen={form.aspectRatio}
          model={model}
          onChoose={(aspectRatio) => change((former) => ({ ...former, aspectRatio }))}
        />
      </form>
    </DialogFrame>
  );
}

/** Why the button can’t be pressed yet; before anything is typed, that it costs nothing. */
function footNoteFor({ title, description }: ProjectForm): string {
  if (!title.trim() && description.trim()) return words.titleMissing;
  if (title.trim() && !description.trim()) return words.descriptionMissing;
  return words.noClipsYet;
}

/** Short ideas get no suggestions: whoever stops there would wait for them. */
function hintFor(description: string): string {
  const { genreDetectionMinCharacters: characters } = limits;
  const { length } = description.trim();
  return length > 0 && length < characters ? genreWords.suggestLater({ characters }) : genreWords.suggestHint;
}

type TitleFieldProps = { value: string; onChange: (title: string) => void; isMissing: boolean };

function TitleField({ value, onChange, isMissing }: TitleFieldProps) {
  const id = useId();
  return (
    <div>
      <label className={styles['label']} htmlFor={id}>
        {words.title}
      </label>
      <TextField.Root
        id={id}
        size="3"
        aria-required
        aria-invalid={isMissing}
        className={isMissing ? (edge['wrong'] ?? '') : ''}
        maxLength={limits.titleLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <LengthNote length={value.length} limit={limits.titleLength} />
    </div>
  );
}

/** Focuses the first field without what it requires, and scrolls it into view with its label. */
function showMissing(form: HTMLFormElement): void {
  const required = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '[aria-required="true"], [data-missing="true"]',
  );
  const missing = [...required].find((field) => field.matches('[data-missing]') || !field.value.trim());
  missing?.focus({ preventScroll: true });
  missing?.scrollIntoView({ block: 'nearest' });
  missing?.labels?.[0]?.scrollIntoView({ block: 'nearest' });
}
