import { Button, RadioCards, Spinner } from '@radix-ui/themes';
import { useId, useState } from 'react';
import { startMovieExport } from '#editor/export-runner.ts';
import { DEFAULT_EXPORT_FORMAT, DEFAULT_EXPORT_RESOLUTION } from '#shared/catalogue/export-presets.ts';
import { exportResolutionSchema, type ExportResolution } from '#shared/entities/export-job.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { moviePlan, planDurationUs, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import { movieFileName } from '#shared/rules/file-names.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { highContrast } from '#ui/high-contrast.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { sceneCountText } from '#widgets/scene-groups.ts';
import styles from './export-dialog.module.css';
import { missingText, sizeOptions } from './export-words.ts';
import { PlanStrip } from './plan-strip.tsx';
import { useBrowserExport } from './use-export-availability.ts';

type ExportDialogProps = { project: Project; scenes: readonly Scene[]; onClose: () => void };

/** In what size the movie is written, what goes into it and where that happens. */
export function ExportDialog({ project, scenes, onClose }: ExportDialogProps) {
  const [resolution, setResolution] = useState<ExportResolution>(DEFAULT_EXPORT_RESOLUTION);
  const [isStarting, setIsStarting] = useState(false);
  const format = DEFAULT_EXPORT_FORMAT;
  const plan = moviePlan(project, scenes);
  const availability = useBrowserExport(plan, { resolution, format });
  const missing = missingText(plan.missingSceneNumbers);
  const start = async (): Promise<void> => {
    setIsStarting(true);
    try {
      await startMovieExport(project.id, { resolution, format });
      showToast({ title: 'Export started (may take a few minutes)' });
      onClose();
    } catch (error) {
      showFailure('Error starting export', error);
      setIsStarting(false);
    }
  };
  const footer = (
    <>
      <QuietButton size="3" onClick={onClose}>
        Cancel
      </QuietButton>
      <Button size="3" disabled={isStarting || availability?.inBrowser === false} onClick={() => void start()}>
        {isStarting ? <Spinner /> : null}
        Start Export
      </Button>
    </>
  );
  return (
    <DialogFrame title="Export Movie" width={608} onClose={onClose} footer={footer}>
      <p className={`${styles['file']} numbers`}>
        {movieFileName(project.title, format)} · {sceneCountText(plan.scenes.length)} ·{' '}
        {formatDuration(secondsFromUs(planDurationUs(plan)))}
      </p>
      <PlanStrip plan={plan} scenes={scenes} />
      <ResolutionChoice plan={plan} chosen={resolution} onChoose={setResolution} />
      <div className={styles['format']}>
        <span className={styles['label']}>Format</span>
        <span>MP4 (H.264)</span>
      </div>
      {missing === null ? null : <FormNote tone="plain">{missing}</FormNote>}
      {availability?.inBrowser === false ? <FormNote tone="bad">{availability.reason}</FormNote> : null}
      <p className={styles['plan']}>{planText(plan)}</p>
    </DialogFrame>
  );
}

/** What will happen, in one sentence. */
function planText(plan: MoviePlan): string {
  const scenes = plan.scenes.length === 1 ? 'The scene is' : `All ${plan.scenes.length} scenes are`;
  return `${scenes} encoded in this browser. The file is checked frame by frame before you get it.`;
}

type ResolutionChoiceProps = {
  plan: MoviePlan;
  chosen: ExportResolution;
  onChoose: (resolution: ExportResolution) => void;
};

function ResolutionChoice({ plan, chosen, onChoose }: ResolutionChoiceProps) {
  const labelId = useId();
  return (
    <>
      <span className={styles['label']} id={labelId}>
        Resolution
      </span>
      <RadioCards.Root
        className={`${highContrast} ${styles['options']}`}
        color="gray"
        columns="1"
        gap="1"
        size="1"
        value={chosen}
        aria-labelledby={labelId}
        onValueChange={(value) => onChoose(exportResolutionSchema.parse(value))}
      >
        {sizeOptions(plan, DEFAULT_EXPORT_FORMAT).map((option) => (
          <RadioCards.Item key={option.id} value={option.id} className={styles['option'] ?? ''}>
            <span className={styles['name']}>{option.name}</span>{' '}
            <span className={`${styles['size']} numbers`}>{option.size}</span>{' '}
            <span className={`${styles['bytes']} numbers`}>{option.bytes}</span>
          </RadioCards.Item>
        ))}
      </RadioCards.Root>
    </>
  );
}
