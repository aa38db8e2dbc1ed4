/** What a receipt says, row by row. Pure. */
import type { ExportRow } from '#data/tables/rows.ts';
import { receiptSchema, type Receipt } from '#shared/export-receipt/receipt.ts';
import { sceneOutcome } from '#shared/movie/scene-outcome.ts';
import { codecName } from '#shared/words/codec-words.ts';
import { formatDuration } from '#shared/words/format.ts';
import { choiceWords, planWords, rangeWords, receiptWords as words } from './words.ts';
import { LONG_SECONDS } from './rounded-time.ts';

export type ReceiptRow = { name: string; text: string; /** A checksum: figures, not words. */ isCode?: boolean };

/** Null where there is none, or one that this version can't read. */
export function readReceipt(text: string | null): Receipt | null {
  if (text === null) return null;
  try {
    return receiptSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    console.warn('A receipt is no JSON.', error);
    return null;
  }
}

/** Frames a second, from "24" or "30000/1001". */
export function receiptFps({ file }: Pick<Receipt, 'file'>): number {
  const [frames = 24, seconds = 1] = file.framesPerSecond.split('/').map(Number);
  return frames / seconds;
}

type Made = Pick<ExportRow, 'startedAt' | 'endedAt' | 'server' | 'range'>;

export function receiptRows(receipt: Receipt, made: Made): ReceiptRow[] {
  const { file, checks, stretches } = receipt;
  const fps = receiptFps(receipt);
  return [
    ...(made.range === null ? [] : [{ name: words.part, text: partText(made.range, fps) }]),
    { name: words.scenes, text: scenesText(stretches) },
    { name: words.frames, text: words.framesOf({ checked: checks.frameCount, all: file.frameCount }) },
    {
      name: words.picture,
      text: words.pictureIs({
        size: choiceWords.size(file),
        rate: String(Math.round(fps * 1000) / 1000),
        codec: codecName(checks.videoCodec) ?? checks.videoCodec,
      }),
    },
    { name: words.sound, text: soundText(receipt) },
    ...mixRows(receipt),
    { name: words.made, text: madeText(made) },
    { name: words.checksum, text: shortHash(file.sha256), isCode: true },
  ];
}

function partText({ fromFrame, toFrame }: NonNullable<Made['range']>, fps: number): string {
  return rangeWords.span({ from: formatDuration(fromFrame / fps), to: formatDuration(toFrame / fps) });
}

function scenesText(stretches: Receipt['stretches']): string {
  const { copiedScenes: copied, encodedScenes: encoded } = sceneOutcome(stretches);
  const made = encoded === 0 ? 'copied' : copied === 0 ? 'encoded' : 'both';
  return words.scenesMade[made]({ copied, encoded });
}

function soundText({ checks, sound, mix }: Receipt): string {
  if (sound === null || checks.audioCodec === null) return words.silent;
  const made = sound.encodedPackets === 0 ? 'copied' : sound.copiedPackets === 0 ? 'encoded' : 'both';
  const codec = codecName(checks.audioCodec) ?? checks.audioCodec;
  const channels = mix == null ? null : words.channels({ count: mix.channels });
  return words.soundIs({ codec: channels === null ? codec : `${codec} ${channels}`, how: words.soundMade[made] });
}

function mixRows({ mix }: Receipt): ReceiptRow[] {
  if (mix == null) return [];
  const { levelledToLufs: lufs, music, voiceOvers } = mix;
  return [
    ...(lufs === null ? [] : [{ name: words.loudness, text: words.levelledTo({ lufs }) }]),
    ...(music.length === 0 ? [] : [{ name: words.music, text: words.names({ names: music }) }]),
    ...(voiceOvers.length === 0 ? [] : [{ name: words.voiceOver, text: words.names({ names: voiceOvers }) }]),
  ];
}

function madeText({ startedAt, endedAt, server }: Made): string {
  const place = words.places[server === null ? 'browser' : 'server'];
  if (endedAt === null) return place;
  const seconds = Math.max(0, endedAt - startedAt) / 1000;
  const time = seconds < LONG_SECONDS ? planWords.seconds({ seconds: seconds.toFixed(1) }) : formatDuration(seconds);
  return words.madeIn({ place, time });
}

/** "9f2c 41ae … 7d03" */
function shortHash(sha256: string): string {
  return `${sha256.slice(0, 4)} ${sha256.slice(4, 8)} … ${sha256.slice(-4)}`;
}
