/** What the export dialog says of a plan. Pure. */
import type { PlanSummary } from '#media/worker/client.ts';
import type { ExportPreview } from '#editor/export-preview.ts';
import { scenesOf } from '#shared/movie/scene-outcome.ts';
import { formatBytes, formatDuration } from '#shared/rules/duration-text.ts';
import { sceneCountText } from '#widgets/scene-groups.ts';

type Stretch = PlanSummary['stretches'][number];
type VideoReason = Stretch['reasons'][number];
type AudioReason = PlanSummary['sound']['reasons'][number];

/** From here on seconds are told as minutes and seconds. */
const LONG_SECONDS = 90;

/** "13 of 15 copied, 24 s encoded, about 6 s · 44 MB", for the row of a size. */
export function rowText(preview: ExportPreview): string {
  if (!preview.can) return 'This browser cannot write it';
  if (preview.summary === null) return 'Some clips are still on their way here';
  const { summary } = preview;
  const work = workText(summary, `${summary.sceneCount}`);
  return unbroken(`${work}, about ${secondsText(summary.seconds)} · ${formatBytes(summary.sizeBytes)}`);
}

/** "13 of 15 scenes copied, 24 s encoded · about 44 MB · about 6 s · in this browser", for the chosen size. */
export function planSentence(summary: PlanSummary): string {
  const parts = [
    capital(workText(summary, sceneCountText(summary.sceneCount))),
    `about ${formatBytes(summary.sizeBytes)}`,
    `about ${secondsText(summary.seconds)}`,
    'in this browser',
  ];
  return unbroken(parts.join(' · '));
}

/** Numbers stay with their units at the end of a line. */
function unbroken(text: string): string {
  return text.replaceAll(/(?<=\d) (?=(?:s|min|[kMG]?B)\b)/g, '\u00a0');
}

/** @param all how many scenes there are, in the words of the sentence */
function workText(summary: PlanSummary, all: string): string {
  const { sceneCount, copiedScenes, encodedSeconds } = summary;
  const hasCopied = summary.stretches.some(({ kind }) => kind === 'copy');
  if (!hasCopied) return 'all encoded';
  if (copiedScenes < sceneCount) return `${copiedScenes} of ${all} copied, ${encodedText(encodedSeconds)} encoded`;
  const copied = summary.keptCodec === null ? 'copied' : `copied as ${summary.keptCodec}`;
  return summary.sound.encodedSeconds === 0 ? `${copied}, no loss` : `pictures ${copied}, no loss`;
}

export type ReasonRow = { about: string; why: string };

/** Every scene that is not copied as a whole, with its reasons; one row for all where they have the same. */
export function reasonRows(summary: PlanSummary, framesPerSecond: number): ReasonRow[] {
  const { stretches, sceneCount, sound, keptCodec } = summary;
  const scenes = reasonsByScene(stretches, framesPerSecond);
  const first = scenes[0];
  const isSame = scenes.length > 1 && scenes.length === sceneCount && scenes.every(({ why }) => why === first?.why);
  if (first === undefined)
    return [{ about: 'Pictures', why: keptCodec === null ? 'copied' : `copied as ${keptCodec}` }, ...soundRow(sound)];
  const pictures = isSame ? [{ about: 'All scenes', why: first.why }] : scenes;
  return [...pictures, ...soundRow(sound)];
}

function reasonsByScene(stretches: readonly Stretch[], framesPerSecond: number): ReasonRow[] {
  const numbers = [...new Set(stretches.flatMap(scenesOf))];
  return numbers.flatMap((number): ReasonRow[] => {
    const own = stretches.filter((stretch) => scenesOf(stretch).includes(number));
    const encoded = own.filter(({ kind }) => kind === 'encode');
    if (encoded.length === 0) return [];
    const reasons = [...new Set(encoded.flatMap((stretch) => stretch.reasons))].map((reason) => videoWords[reason]);
    const seconds = encoded.reduce((sum, { frameCount }) => sum + frameCount, 0) / framesPerSecond;
    const part = encoded.length === own.length ? '' : ` (${encodedText(seconds)} encoded, the rest copied)`;
    return [{ about: `Scene ${number}`, why: reasons.join(', ') + part }];
  });
}

function soundRow(sound: PlanSummary['sound']): ReasonRow[] {
  const { copiedSeconds, encodedSeconds, silentSeconds, reasons } = sound;
  if (copiedSeconds + encodedSeconds === 0) return [];
  const silence = silentSeconds === 0 ? [] : [silenceText(sound)];
  if (encodedSeconds === 0) return [{ about: 'Sound', why: ['copied', ...silence].join(', ') }];
  const rest = copiedSeconds === 0 ? [] : ['the rest copied'];
  const parts = [...silence, ...rest];
  const part = parts.length === 0 ? '' : ` (${[`${encodedText(encodedSeconds)} encoded`, ...parts].join(', ')})`;
  return [{ about: 'Sound', why: reasons.map((reason) => audioWords[reason]).join(', ') + part }];
}

/** "4 s of silence: muted" */
function silenceText({ silentSeconds, silentReasons }: PlanSummary['sound']): string {
  return `${encodedText(silentSeconds)} of silence: ${silentReasons.map((reason) => audioWords[reason]).join(', ')}`;
}

const videoWords: Record<VideoReason, string> = {
  format: 'another format',
  size: 'another size',
  rate: 'another frame rate than the movie',
  'varying-rate': 'a frame rate that varies',
  trim: 'trimmed',
  overlay: 'text',
  transition: 'transition',
  color: 'other colours than the rest',
  codec: 'not H.264',
  'parameter-sets': 'pictures that cannot be joined with the rest of the movie',
  'stream-kind': 'a kind of H.264 that cannot be copied',
  'edit-list': 'the file has its own cut list',
  'pixel-aspect': 'pixels that are not square',
  rotation: 'rotated',
  'no-key-frame': 'no key frame to start copying from',
};

const audioWords: Record<AudioReason, string> = {
  format: 'another format',
  'other-config': 'another sample rate or number of channels than the movie',
  'sound-form': 'sound in a form that cannot be copied',
  volume: 'volume',
  muted: 'muted',
  'no-sound': 'no sound in the clip',
  undecodable: 'sound that this browser can’t decode',
  transition: 'transition',
  music: 'music',
  levelling: 'levelled',
};

/** "24 s", "0.3 s", "2:05 min" */
function encodedText(seconds: number): string {
  return seconds < 1 ? `${Math.max(0.1, seconds).toFixed(1)} s` : secondsText(seconds);
}

function secondsText(seconds: number): string {
  return seconds < LONG_SECONDS ? `${Math.max(1, Math.round(seconds))} s` : `${formatDuration(seconds)} min`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
