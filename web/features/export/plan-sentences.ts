/** What the export dialog says of a plan. Pure. */
import type { PlanSummary } from '#media/worker/client.ts';
import type { ExportPreview } from '#editor/export-preview.ts';
import { scenesOf } from '#shared/movie/scene-outcome.ts';
import { formatBytes, formatCount, formatDuration } from '#shared/words/format.ts';
import { sceneCountText } from '#widgets/words.ts';
import { LONG_SECONDS, roundedTime } from './rounded-time.ts';
import { planWords, reasonWords } from './words.ts';

type Stretch = PlanSummary['stretches'][number];

/** "13 of 15 copied, 24 s encoded, about 6 s · 44 MB", for the row of a size. */
export function rowText(preview: ExportPreview): string {
  if (!preview.can) return planWords.unable;
  if (preview.summary === null) return planWords.away;
  const { summary } = preview;
  const time = planWords.about({ amount: roundedTime(summary.seconds) });
  const work = workText(summary, formatCount(summary.sceneCount));
  return unbroken(`${work}, ${time} · ${formatBytes(summary.sizeBytes)}`);
}

/** "13 of 15 scenes copied, 24 s encoded · about 44 MB · about 6 s · in this browser", for the chosen size. */
export function planSentence(summary: PlanSummary): string {
  const parts = [
    capital(workText(summary, sceneCountText(summary.sceneCount))),
    planWords.about({ amount: formatBytes(summary.sizeBytes) }),
    planWords.about({ amount: roundedTime(summary.seconds) }),
    planWords.inBrowser,
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
  if (!hasCopied) return planWords.allEncoded;
  if (copiedScenes < sceneCount)
    return planWords.partlyCopied({ copied: copiedScenes, all, encoded: lengthText(encodedSeconds) });
  const copied = copiedText(summary);
  return summary.sound.encodedSeconds === 0 ? planWords.noLoss({ copied }) : planWords.noLossOfVideo({ copied });
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
