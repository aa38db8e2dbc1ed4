/** Makes an MP4 of a clip that came as WebM or MKV, so that it is read, copied, decoded, and heard like any other. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import type { Mp4Index, Mp4Track } from '#shared/mp4/mp4-index.ts';
import { SNIFFED_BYTES, sniffContainer } from '#shared/own-files/sniff.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import { OPUS_SAMPLE_RATE } from '#shared/sound/opus.ts';
import { openSource } from './files.ts';
import { ffmpegOutput, FfmpegError, MAX_PIXELS, type Ffmpeg } from './run-ffmpeg.ts';

/** Whether a file has to be repacked before our reader can read it. */
export async function isMatroska(file: ByteSource): Promise<boolean> {
  const container = sniffContainer(await file.read(0, Math.min(file.sizeBytes, SNIFFED_BYTES)));
  return container === 'webm' || container === 'matroska';
}

/** Matroska counts milliseconds: as many ticks, so that its rates are told from the same times as in the browser. */
const TICKS = ['-video_track_timescale', '1000'];

/** MP4 takes no VP8 and few kinds of plain samples. What replaces them loses nothing that can be seen or heard. */
const COPIED_PICTURE = ['-c:v', 'copy'];
const COPIED_SOUND = ['-c:a', 'copy'];
const NEW_PICTURE = [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '4', '-g', '48'],
  // Each picture at its own time, also of a varying rate.
  ...['-fps_mode', 'passthrough', '-enc_time_base', '1:1000'],
];
const NEW_SOUND = ['-c:a', 'alac'];
/** In the order in which they are tried: an MP4 that can't hold a stream is refused before any of it is written. */
const WAYS = [
  { isNewPicture: false, sound: COPIED_SOUND },
  { isNewPicture: false, sound: NEW_SOUND },
  { isNewPicture: true, sound: COPIED_SOUND },
  { isNewPicture: true, sound: NEW_SOUND },
];

/** @returns the path of the MP4, in the folder of the run. @throws FfmpegError, or an AbortError */
export async function repackClip(ffmpeg: Ffmpeg, path: string, sha256: string): Promise<string> {
  const repacked = join(ffmpeg.folder, `clip-${sha256}.mp4`);
  const picture = join(ffmpeg.folder, `clip-${sha256}-picture.mkv`);
  const input = matroskaInput(path);
  const late = await delayArgs(ffmpeg, input, sha256);
  let hasPicture = false;
  let refusal: FfmpegError | null = null;
  try {
    for (const { isNewPicture, sound } of WAYS) {
      try {
        if (isNewPicture && !hasPicture) await encodePicture(ffmpeg, input, picture);
        hasPicture = isNewPicture;
        const pictures = isNewPicture ? [...matroskaInput(picture), '-map', '1:v:0'] : ['-map', '0:v:0'];
        const sounds = ['-map', '0:a:0?', ...sound, ...(sound === COPIED_SOUND ? late : [])];
        const output = ['-map_metadata', '-1', ...TICKS, '-strict', 'experimental', '-f', 'mp4', `file:${repacked}`];
        // Sound that begins late stays as late.
        await ffmpegOutput(ffmpeg, ['-copyts', ...input, ...pictures, ...COPIED_PICTURE, ...sounds, ...output]);
        return repacked;
      } catch (error) {
        if (!(error instanceof FfmpegError)) throw error;
        refusal = error;
      }
    }
    throw refusal ?? new RangeError('A clip can be repacked in no way');
  } finally {
    await rm(picture, { force: true });
  }
}

/** By itself: beside a picture that is being encoded, packets of sound wait in other units than those in which they are moved. */
async function encodePicture(ffmpeg: Ffmpeg, input: readonly string[], picture: string): Promise<void> {
  const output = ['-map', '0:v:0', ...NEW_PICTURE, '-map_metadata', '-1', '-f', 'matroska', `file:${picture}`];
  await ffmpegOutput(ffmpeg, ['-copyts', ...input, ...output]);
}

function matroskaInput(path: string): string[] {
  const limits = ['-protocol_whitelist', 'file', '-f', 'matroska', '-max_pixels', String(MAX_PIXELS)];
  return [...limits, '-i', `file:${path}`];
}

/**
 * Matroska tells the delay of Opus in nanoseconds, usually 6.5 ms. ffmpeg rounds it to the milliseconds of the other times,
 * so that all of the sound would come too early by what it rounds. Anything more was meant.
 */
async function delayArgs(ffmpeg: Ffmpeg, input: readonly string[], sha256: string): Promise<string[]> {
  const packet = join(ffmpeg.folder, `clip-${sha256}-packet.mp4`);
  try {
    const only = ['-map', '0:a:0', '-c:a', 'copy', '-frames:a', '1', '-strict', 'experimental', '-f', 'mp4'];
    await ffmpegOutput(ffmpeg, ['-copyts', ...input, ...only, `file:${packet}`]);
  } catch (error) {
    // It has no sound, or none that an MP4 holds.
    if (error instanceof FfmpegError) return [];
    throw error;
  }
  const source = await openSource(packet);
  try {
    const track = (await readMp4Index(source))?.tracks[0];
    if (track?.entry.kind !== 'audio' || track.entry.preSkip === null || track.edit === null) return [];
    const samples = track.edit.startTicks - track.entry.preSkip;
    if (samples === 0 || Math.abs(samples) >= OPUS_SAMPLE_RATE / 1000) return [];
    return ['-bsf:a', `setts=ts=TS+(${samples}):time_base=1/${OPUS_SAMPLE_RATE}`];
  } finally {
    await source.close();
  }
}

/** Seconds by which Matroska rounds a packet's time, at most. */
const ROUNDED_BY = 0.002;

/** The index of a repacked clip with its AAC where it was before its times were rounded: copies stand without gaps, and so must it. */
export function evenSound(index: Mp4Index): Mp4Index {
  return { ...index, tracks: index.tracks.map((track) => (track.kind === 'audio' ? evenTrack(track) : track)) };
}

function evenTrack(track: Mp4Track): Mp4Track {
  const { samples, timescale } = track;
  const [first = 0] = samples.decodeTimes;
  const decodeTimes = samples.decodeTimes.map((_, packet) => first + packet * SAMPLES_PER_PACKET);
  const isEven = samples.decodeTimes.every(
    (ticks, packet) => Math.abs(ticks - (decodeTimes[packet] ?? 0)) <= ROUNDED_BY * timescale,
  );
  if (!isEven) return track;
  return { ...track, samples: { ...samples, decodeTimes, durations: samples.durations.map(() => SAMPLES_PER_PACKET) } };
}
