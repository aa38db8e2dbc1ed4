/** What the export dialog says of a plan. Pure. */
import type { PlanSummary } from '#media/worker/client.ts';
import type { ExportPreview } from '#editor/export-preview.ts';
import { scenesOf } from '#shared/movie/scene-outcome.ts';
import { formatBytes, formatDuration } from '#shared/words/format.ts';
import { LONG_SECONDS, roundedTime } from './rounded-time.ts';
import { planWords, reasonWords } from './words.ts';

type Stretch = PlanSummary['stretches'][number];

/** What happens to the scenes at a size, how long it takes and how large the file gets, for its row. */
export type RowTexts = { work: string; time: string | null; file: string | null };

type Rowed = {
  preview: ExportPreview;
  /** How the pictures change. */
  change: 'enlarged' | 'reduced' | 'encoded';
  /** Where it would be written, when the browser can't. */
  isServerAble: boolean;
};

export function rowTexts({ preview, change, isServerAble }: Rowed): RowTexts {
  if (!preview.can) return { work: isServerAble ? planWords.onServer : planWords.unable, time: null, file: null };
  if (preview.summary === null) return { work: planWords.away, time: null, file: null };
  const { summary } = preview;
  return { work: workText(summary, change), time: timeText(summary), file: fileText(summary) };
}

/** "about 24 s" */
export function timeText({ seconds }: Pick<PlanSummary, 'seconds'>): string {
  return unbroken(planWords.about({ amount: roundedTime(seconds) }));
}

/** "about 41 MB" */
export function fileText({ sizeBytes }: Pick<PlanSummary, 'sizeBytes'>): string {
  return unbroken(planWords.about({ amount: formatBytes(sizeBytes) }));
}

/** Whether any picture is copied. */
export function hasCopies({ stretches }: Pick<PlanSummary, 'stretches'>): boolean {
  return stretches.some(({ kind }) => kind === 'copy');
}

export type FirstTexts = {
  /** "No loss · about 3 s" */
  heading: string;
  /** "Encodes only scene 1." */
  work: string;
  file: string;
  /** Whether every picture is the clips' own. */
  isOriginal: boolean;
};

/** What leads the dialog: the movie as its clips were made. */
export function firstTexts(summary: PlanSummary): FirstTexts {
  const copies = hasCopies(summary);
  const name = copies ? planWords.noLoss : planWords.asMade;
  const sound = summary.sound.encodedSeconds > 0 ? ` ${planWords.first.sound}` : '';
  return {
    heading: unbroken(planWords.heading({ name, time: roundedTime(summary.seconds) })),
    work: firstWork(summary) + sound,
    file: fileText(summary),
    isOriginal: summary.encodedSeconds === 0,
  };
}

/** With more scenes than these their number is told instead. */
const NAMED_SCENES = 4;

function firstWork(summary: PlanSummary): string {
  const { keptCodec, stretches, sceneCount, copiedScenes } = summary;
  const encoded = stretches.filter(({ kind }) => kind === 'encode');
  if (encoded.length === 0)
    return keptCodec === null ? planWords.first.copied : planWords.first.copiedAs({ codec: keptCodec });
  if (!hasCopies(summary)) return `${planWords.work.encoded({ count: sceneCount })}.`;
  const numbers = [...new Set(encoded.flatMap(scenesOf))];
  if (numbers.length > NAMED_SCENES)
    return planWords.first.encodesMany({ copied: copiedScenes, encoded: sceneCount - copiedScenes });
  return encoded.every(({ reasons }) => reasons.every((reason) => reason === 'trim'))
    ? planWords.first.encodesTrimmed({ numbers })
    : planWords.first.encodesSome({ numbers });
}

export type LegendTexts = { copied: string | null; encoded: string | null };

/** What the strip's lines mean, with how long they are together. */
export function legendTexts(stretches: readonly Stretch[], framesPerSecond: number): LegendTexts {
  const lengthOf = (kind: Stretch['kind']): number =>
    stretches.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.frameCount, 0) / framesPerSecond;
  const text = (words: string, seconds: number): string | null =>
    seconds === 0 ? null : planWords.legend.length({ text: words, length: shortLength(seconds) });
  return {
    copied: text(planWords.legend.copied, lengthOf('copy')),
    encoded: text(encodedWhy(stretches), lengthOf('encode')),
  };
}

/** "Encoded, for the trim in scene 1", where one thing alone is the reason. */
function encodedWhy(stretches: readonly Stretch[]): string {
  const encoded = stretches.filter(({ kind }) => kind === 'encode');
  const reasons = [...new Set(encoded.flatMap((one) => one.reasons))];
  const numbers = [...new Set(encoded.flatMap(scenesOf))];
  const [only] = reasons;
  const named =
    reasons.length === 1 && (only === 'trim' || only === 'overlay' || only === 'transition' || only === 'range');
  if (!named || numbers.length > NAMED_SCENES) return planWords.legend.encoded;
  return planWords.legend.encodedFor({ what: planWords.legend.for[only], numbers });
}

/** "0:07", and "0.3 s" for what would be nothing. */
function shortLength(seconds: number): string {
  return seconds < 1 ? lengthText(seconds) : formatDuration(seconds);
}

/** Numbers stay with their units at the end of a line. */
function unbroken(text: string): string {
  return text.replaceAll(/(?<=\d) (?=(?:s|min|[kMG]?B)\b)/g, '\u00a0');
}

function workText(summary: PlanSummary, change: Rowed['change']): string {
  const { sceneCount, copiedScenes } = summary;
  if (!hasCopies(summary)) return planWords.work[change]({ count: sceneCount });
  if (copiedScenes === sceneCount) return planWords.work.copied({ count: sceneCount });
  return planWords.work.both({ copied: copiedScenes, encoded: sceneCount - copiedScenes });
}

function copiedText({ keptCodec }: Pick<PlanSummary, 'keptCodec'>): string {
  return keptCodec === null ? planWords.copied : planWords.copiedAs({ codec: keptCodec });
}

export type ReasonRow = { about: string; why: string };

/** Every scene that is not copied as a whole, with its reasons; one row for all where they have the same. */
export function reasonRows(summary: PlanSummary, framesPerSecond: number): ReasonRow[] {
  const { stretches, sceneCount, sound } = summary;
  const scenes = reasonsByScene(stretches, framesPerSecond);
  const first = scenes[0];
  const isSame = scenes.length > 1 && scenes.length === sceneCount && scenes.every(({ why }) => why === first?.why);
  if (first === undefined) return [{ about: reasonWords.video, why: copiedText(summary) }, ...soundRow(sound)];
  const video = isSame ? [{ about: reasonWords.allScenes, why: first.why }] : scenes;
  return [...video, ...soundRow(sound)];
}

function reasonsByScene(stretches: readonly Stretch[], framesPerSecond: number): ReasonRow[] {
  const numbers = [...new Set(stretches.flatMap(scenesOf))];
  return numbers.flatMap((number): ReasonRow[] => {
    const own = stretches.filter((stretch) => scenesOf(stretch).includes(number));
    const encoded = own.filter(({ kind }) => kind === 'encode');
    if (encoded.length === 0) return [];
    const reasons = [...new Set(encoded.flatMap((stretch) => stretch.reasons))].map((one) => reasonWords.ofVideo[one]);
    const seconds = encoded.reduce((sum, { frameCount }) => sum + frameCount, 0) / framesPerSecond;
    const parts = [reasonWords.encoded({ length: lengthText(seconds) }), reasonWords.restCopied];
    const part = encoded.length === own.length ? '' : ` (${parts.join(', ')})`;
    return [{ about: reasonWords.scene({ number }), why: reasons.join(', ') + part }];
  });
}

function soundRow(sound: PlanSummary['sound']): ReasonRow[] {
  const { copiedSeconds, encodedSeconds, silentSeconds, reasons } = sound;
  if (copiedSeconds + encodedSeconds === 0) return [];
  const silence = silentSeconds === 0 ? [] : [silenceText(sound)];
  if (encodedSeconds === 0) return [{ about: reasonWords.sound, why: [planWords.copied, ...silence].join(', ') }];
  const rest = copiedSeconds === 0 ? [] : [reasonWords.restCopied];
  const parts = [...silence, ...rest];
  const encoded = reasonWords.encoded({ length: lengthText(encodedSeconds) });
  const part = parts.length === 0 ? '' : ` (${[encoded, ...parts].join(', ')})`;
  return [{ about: reasonWords.sound, why: reasons.map((one) => reasonWords.ofSound[one]).join(', ') + part }];
}

/** "4 s of silence: muted" */
function silenceText({ silentSeconds, silentReasons }: PlanSummary['sound']): string {
  const why = silentReasons.map((one) => reasonWords.ofSound[one]).join(', ');
  return reasonWords.silence({ length: lengthText(silentSeconds), why });
}

/** "24 s", "0.3 s", "2:05" */
function lengthText(seconds: number): string {
  if (seconds >= LONG_SECONDS) return formatDuration(seconds);
  return seconds < 1 ? planWords.seconds({ seconds: Math.max(0.1, seconds).toFixed(1) }) : roundedTime(seconds);
}
