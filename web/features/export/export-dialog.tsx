import { Spinner, Switch } from '@radix-ui/themes';
import { useId, useState } from 'react';
import type { ExportPreview } from '#editor/export-preview.ts';
import { startMovieExport, type ExportDestination } from '#editor/page-exports.ts';
import { DEFAULT_EXPORT_FORMAT, DEFAULT_EXPORT_RESOLUTION } from '#shared/catalogue/export-presets.ts';
import { exportResolutionSchema, type ExportFormat, type ExportResolution } from '#shared/entities/export-job.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { moviePlan, planDurationUs } from '#shared/movie/movie-plan.ts';
import { fpsNumber, secondsFromUs } from '#shared/movie/time.ts';
import { movieFileName } from '#shared/rules/file-names.ts';
import { formatDuration } from '#shared/words/format.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import { sceneCountText } from '#widgets/words.ts';
import styles from './export-dialog.module.css';
import { missingText } from './export-text.ts';
import { ColorNotes, SilenceChoice } from './loss-notes.tsx';
import { silenceRefusal } from './loss-sentences.ts';
import { canPickFiles, pickMovieFile } from './pick-movie-file.ts';
import { PlanPicture } from './plan-picture.tsx';
import { PlanReasons, PlanText } from './plan-text.tsx';
import { FormatChoice, SizeChoice } from './size-choice.tsx';
import { useExportPlaces } from './use-export-places.ts';
import { useExportPreviews } from './use-export-previews.ts';
import { choiceWords, exportWords, lossWords } from './words.ts';

type ExportDialogProps = { project: Project; scenes: readonly Scene[]; onClose: () => void };

/** In what size and format the movie is written, what of it is copied and what encoded, and where it goes. */
export function ExportDialog({ project, scenes, onClose }: ExportDialogProps) {
  const [resolution, setResolution] = useState<ExportResolution>(DEFAULT_EXPORT_RESOLUTION);
  const [format, setFormat] = useState<ExportFormat>(DEFAULT_EXPORT_FORMAT);
  const [leavesOutSound, setLeavesOutSound] = useState(false);
  const [checksEveryPicture, setChecksEveryPicture] = useState(false);
  const [isStarting, setIsStarting] = useState(false);
  const plan = moviePlan(project, scenes);
  const previewOf = useExportPreviews(plan, { resolution, format });
  const preview = previewOf(resolution);
  const summary = preview?.can ? preview.summary : null;
  const leftOut = leavesOutSound ? [] : (summary?.leftOutSound ?? []);
  const places = useExportPlaces(project.id, preview, null);
  const where = places.chosen ?? 'browser';
  const refusal = preview?.can === false && where === 'browser' ? preview.reason : silenceRefusal(leftOut);
  const missing = missingText(plan.missingSceneNumbers);
  const fileName = movieFileName(project.title, format);

  /** @param choose null when the person wants no export after all */
  const start = async (choose: () => Promise<ExportDestination | null>): Promise<void> => {
    setIsStarting(true);
    try {
      const destination = await choose();
      if (destination !== null) {
        const choice = { resolution, format, leavesOutSound, checksEveryPicture, where };
        await startMovieExport(project.id, choice, destination);
        showToast({ title: exportWords.started });
        onClose();
        return;
      }
    } catch (error) {
      showFailure(exportWords.startFailed, error);
    }
    setIsStarting(false);
  };
  const footer = (
    <>
      <PlanText preview={preview} />
      <StartButtons
        isStarting={isStarting}
        refusal={refusal}
        onStart={() => void start(async () => ({ kind: 'device' }))}
        onSave={() => void start(() => chosenFile(fileName, format))}
        onClose={onClose}
      />
    </>
  );
  return (
    <DialogFrame title={exportWords.title} width={608} onClose={onClose} footer={footer}>
      <p className={styles['file']}>
        {fileName} ·{' '}
        <span className="numbers">
          {sceneCountText(plan.scenes.length)} · {formatDuration(secondsFromUs(planDurationUs(plan)))}
        </span>
      </p>
      <PlanPicture plan={plan} scenes={scenes} summary={summary} />
      <SilenceChoice leftOut={summary?.leftOutSound ?? []} isAgreed={leavesOutSound} onAgree={setLeavesOutSound} />
      <SizeChoice plan={plan} chosen={{ resolution, format }} onChoose={setResolution} previewOf={previewOf} />
      <FormatChoice chosen={format} onChoose={setFormat} />
      <EveryPicture isChecked={checksEveryPicture} onCheck={setChecksEveryPicture} />
      <PlanReasons summary={summary} framesPerSecond={fpsNumber(plan.fps)} />
      <ColorNotes reduced={summary?.reducedColor ?? []} />
      {missing === null ? null : <FormNote tone="plain">{missing}</FormNote>}
      {losesCredentials(previewOf) ? <FormNote tone="plain">{lossWords.credentials}</FormNote> : null}
      {preview?.can === false && where === 'browser' ? <FormNote tone="bad">{preview.reason}</FormNote> : null}
    </DialogFrame>
  );
}

/** The choice to have all of the finished file decoded, and not only a picture of each part. */
function EveryPicture({ isChecked, onCheck }: { isChecked: boolean; onCheck: (isChecked: boolean) => void }) {
  const labelId = useId();
  return (
    <div className={styles['check']}>
      <Switch
        color="gray"
        size="1"
        checked={isChecked}
        aria-labelledby={labelId}
        aria-describedby={`${labelId}-hint`}
        onCheckedChange={onCheck}
      />
      <span id={labelId}>{choiceWords.everyFrame.label}</span>
      <p id={`${labelId}-hint`}>{choiceWords.everyFrame.hint}</p>
    </div>
  );
}

/** As any size tells it that has been asked: it is the same for all. */
function losesCredentials(previewOf: (resolution: ExportResolution) => ExportPreview | undefined): boolean {
  return exportResolutionSchema.options.map(previewOf).some((one) => one?.can && one.summary?.losesCredentials);
}

async function chosenFile(fileName: string, format: ExportFormat): Promise<ExportDestination | null> {
  const handle = await pickMovieFile(fileName, format);
  return handle === null ? null : { kind: 'chosen-file', handle };
}

type StartButtonsProps = {
  isStarting: boolean;
  /** Why the movie can't be exported like this; null when it can. */
  refusal: string | null;
  onStart: () => void;
  onSave: () => void;
  onClose: () => void;
};

function StartButtons({ isStarting, refusal, onStart, onSave, onClose }: StartButtonsProps) {
  return (
    <div className={styles['buttons']}>
      <QuietButton size="3" onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      {canPickFiles() ? (
        <RefusableButton isQuiet size="3" disabled={isStarting} refusal={refusal} onPress={onSave}>
          {exportWords.saveToFile}
        </RefusableButton>
      ) : null}
      <RefusableButton size="3" disabled={isStarting} refusal={refusal} onPress={onStart}>
        {isStarting ? <Spinner /> : null}
        {exportWords.start}
      </RefusableButton>
    </div>
  );
}
