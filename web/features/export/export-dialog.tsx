import { Spinner, Switch } from '@radix-ui/themes';
import { useEffect, useId, useRef, useState } from 'react';
import type { ExportPlace } from '#editor/export-target.ts';
import type { ExportPreview } from '#editor/export-preview.ts';
import { exportFileName, startMovieExport, type ExportChoice, type ExportDestination } from '#editor/page-exports.ts';
import { DEFAULT_EXPORT_FORMAT, DEFAULT_EXPORT_RESOLUTION } from '#shared/catalogue/export-presets.ts';
import { exportResolutionSchema, type ExportFormat, type ExportResolution } from '#shared/entities/export-job.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { moviePlan, planDurationUs, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { rangeOf } from '#shared/movie/range.ts';
import { fpsNumber, secondsFromUs } from '#shared/movie/time.ts';
import { formatDuration } from '#shared/words/format.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import { sceneCountText } from '#widgets/words.ts';
import styles from './export-dialog.module.css';
import { exportButtonWords } from './button-words.ts';
import { costText, lossText, missingText } from './export-text.ts';
import { FormatChoice, PlaceChoice } from './format-choice.tsx';
import { ColorNotes, SilenceChoice } from './loss-notes.tsx';
import { silenceRefusal } from './loss-sentences.ts';
import { canPickFiles, pickMovieFile } from './pick-movie-file.ts';
import { hasCopies } from './plan-sentences.ts';
import { ChoiceCost, PlanReasons } from './plan-text.tsx';
import { RangeChoice } from './range-choice.tsx';
import { rangeOfChoice, WHOLE_MOVIE, type PartChoice } from './range-times.ts';
import { SizeChoice } from './size-choice.tsx';
import { useExportPlaces } from './use-export-places.ts';
import { useExportPreviews } from './use-export-previews.ts';
import { choiceWords, exportWords, lossWords } from './words.ts';

type ExportDialogProps = {
  project: Project;
  scenes: readonly Scene[];
  /** The movie is an opened file's: only this browser can write it. */
  isOpenedFile?: boolean;
  onClose: () => void;
};

/** What of the movie is written, in what size and format and where, and what of it is copied and what encoded. */
export function ExportDialog({ project, scenes, isOpenedFile = false, onClose }: ExportDialogProps) {
  const [part, setPart] = useState<PartChoice>(WHOLE_MOVIE);
  const [resolution, setResolution] = useState<ExportResolution>(DEFAULT_EXPORT_RESOLUTION);
  const [format, setFormat] = useState<ExportFormat>(DEFAULT_EXPORT_FORMAT);
  const [picked, setPicked] = useState<ExportPlace | null>(null);
  const [leavesOutSound, setLeavesOutSound] = useState(false);
  const [checksEveryPicture, setChecksEveryPicture] = useState(false);
  const { whole, range, plan, previewOf } = useMoviePart({ project, scenes, part }, { resolution, format });
  const preview = previewOf(resolution);
  const places = useExportPlaces(project.id, preview, format, picked, isOpenedFile);
  const where = places.chosen ?? 'browser';
  const isHere = where === 'browser';
  const summary = preview?.can ? preview.summary : null;
  const silent = isHere ? (summary?.leftOutSound ?? []) : [];
  const impossible = preview?.can === false && places.chosen === null ? preview.reason : null;
  const missing = missingText(plan.missingSceneNumbers);
  const choice: ExportChoice = {
    resolution,
    format,
    range,
    where,
    leavesOutSound: isHere && leavesOutSound,
    checksEveryPicture: isHere && checksEveryPicture,
  };
  const fileName = exportFileName(whole, choice);

  const refusal = impossible ?? silenceRefusal(leavesOutSound ? [] : silent);
  // Where this browser can't write it, or not all of it, it depends on what the server can.
  const dependsOnServer = preview?.can === false || silent.length > 0;
  const isAsked = preview !== undefined && (!dependsOnServer || places.server.can !== null);
  const isKnown = isAsked || where === 'server' || plan.scenes.length === 0;
  const { isStarting, start } = useStart(project.id, { choice, isKnown, refusal, onStarted: onClose });
  const first = previewOf('source');
  const canSwitch =
    resolution !== 'source' && first?.can === true && first.summary !== null && hasCopies(first.summary);
  const footer = (
    <>
      <ChoiceCost
        text={costText(plan, choice, summary)}
        cost={summary === null ? null : lossText(plan, choice, summary)}
        preview={preview}
        onNoLoss={canSwitch ? () => setResolution('source') : null}
      />
      <StartButtons
        isStarting={isStarting}
        refusal={refusal}
        onStart={() => void start(async () => ({ kind: 'device' }))}
        saveRefusal={saveRefusal(where)}
        canSave={isKnown}
        onSave={() => void start(() => chosenFile(fileName, format))}
        onClose={onClose}
      />
    </>
  );
  return (
    <DialogFrame
      title={exportButtonWords.title}
      subtitle={<FileLine fileName={fileName} plan={plan} />}
      width={720}
      onClose={onClose}
      footer={footer}
    >
      <div inert={isStarting}>
        <RangeChoice plan={whole} chosen={part} onChoose={setPart} />
        <SilenceChoice leftOut={silent} isAgreed={leavesOutSound} onAgree={setLeavesOutSound} />
        <SizeChoice
          plan={plan}
          scenes={scenes}
          chosen={choice}
          onChoose={setResolution}
          previewOf={previewOf}
          isServerAble={places.server.can === true}
        />
        <div className={styles['pair']}>
          <FormatChoice chosen={format} onChoose={setFormat} />
          <PlaceChoice places={places} onChoose={setPicked} />
        </div>
        {isHere ? <EveryPicture isChecked={checksEveryPicture} onCheck={setChecksEveryPicture} /> : null}
        <PlanReasons summary={summary} framesPerSecond={fpsNumber(plan.fps)} />
        <ColorNotes reduced={summary?.reducedColor ?? []} />
        {missing === null ? null : <FormNote tone="plain">{missing}</FormNote>}
        {losesCredentials(previewOf) ? <FormNote tone="plain">{lossWords.credentials}</FormNote> : null}
      </div>
    </DialogFrame>
  );
}

type Wanted = {
  choice: ExportChoice;
  /** Why it can't be exported like this. */
  refusal: string | null;
};
type Start = Wanted & {
  /** Whether it is known what this browser can do of the choice: until then it isn't known where the movie is written. */
  isKnown: boolean;
  onStarted: () => void;
};

/** Starts what is chosen as soon as it is known where, and closes the dialog then. */
function useStart(projectId: string, { choice, refusal, isKnown, onStarted }: Start) {
  const [isStarting, setIsStarting] = useState(false);
  const waiting = useRef<((wanted: Wanted) => void) | null>(null);
  useEffect(() => {
    if (!isKnown) return;
    waiting.current?.({ choice, refusal });
    waiting.current = null;
  });
  const whenKnown = (): Wanted | Promise<Wanted> =>
    isKnown
      ? { choice, refusal }
      : new Promise((resolve) => {
          waiting.current = resolve;
        });
  /** @param choose null when the person wants no export after all */
  const start = async (choose: () => Promise<ExportDestination | null>): Promise<void> => {
    setIsStarting(true);
    try {
      // Asked for now: by the time that a file is chosen, this render is long past.
      const known = whenKnown();
      const destination = await choose();
      const wanted = destination === null ? null : await known;
      if (destination !== null && wanted !== null && wanted.refusal === null) {
        await startMovieExport(projectId, wanted.choice, destination);
        showToast({ title: exportWords.started });
        onStarted();
        return;
      }
    } catch (error) {
      showFailure(exportWords.startFailed, error);
    }
    setIsStarting(false);
  };
  return { isStarting, start };
}

function FileLine({ fileName, plan }: { fileName: string; plan: MoviePlan }) {
  return (
    <>
      {fileName} ·{' '}
      <span className="numbers">
        {sceneCountText(plan.scenes.length)} · {formatDuration(secondsFromUs(planDurationUs(plan)))}
      </span>
    </>
  );
}

type MoviePart = { project: Project; scenes: readonly Scene[]; part: PartChoice };

/** The movie, the chosen part of it, and what an export of that would do. The plans stay the same objects until one of the three changes. */
function useMoviePart({ project, scenes, part }: MoviePart, choice: Pick<ExportChoice, 'resolution' | 'format'>) {
  const whole = moviePlan(project, scenes);
  const range = rangeOfChoice(whole, part);
  const plan = range === null ? whole : rangeOf(whole, range);
  const previewOf = useExportPreviews(plan, choice);
  return { whole, range, plan, previewOf };
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

function saveRefusal(where: ExportPlace): string | null {
  if (where === 'server') return exportWords.refusals.serverFile;
  return canPickFiles() ? null : exportWords.refusals.noPicker;
}

type StartButtonsProps = {
  isStarting: boolean;
  /** Why the movie can't be exported like this; null when it can. */
  refusal: string | null;
  onStart: () => void;
  /** Why no file can be chosen. */
  saveRefusal: string | null;
  /** The browser empties a file as soon as it is chosen, so it has to be known that the movie goes there. */
  canSave: boolean;
  onSave: () => void;
  onClose: () => void;
};

function StartButtons({ isStarting, refusal, onStart, saveRefusal, canSave, onSave, onClose }: StartButtonsProps) {
  return (
    <div className={styles['buttons']}>
      <QuietButton size="3" onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <RefusableButton
        isQuiet
        size="3"
        disabled={isStarting || !canSave}
        refusal={saveRefusal ?? refusal}
        onPress={onSave}
      >
        {exportWords.saveToFile}
      </RefusableButton>
      <RefusableButton size="3" disabled={isStarting} refusal={refusal} onPress={onStart}>
        {isStarting ? <Spinner /> : null}
        {exportWords.start}
      </RefusableButton>
    </div>
  );
}
