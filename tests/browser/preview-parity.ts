/** What the preview plays of a movie beside what the export hands to its encoders, taken from either before any encoding. */
import { commands } from 'vitest/browser';
import { expect } from 'vitest';
import { openMovieSound } from '#media/export/encode/movie-sound.ts';
import { stretchFrames, type StretchSource } from '#media/export/encode/stretch-frames.ts';
import { openClip, type OpenClip } from '#media/probe/open-clip.ts';
import { openPreview, SOUND_FORMAT, type PreviewReply } from '#media/preview/client.ts';
import type { ExportInput } from '#media/worker/client.ts';
import { createBus, scheduleBlock, type SoundBlock } from '#player/sound-output.ts';
import { planExport } from '#shared/export-plan/plan-export.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { pixelsOf } from '#tests/helpers/playback/pixels.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import type { MoviePlan, PlanOverlay } from '#shared/movie/movie-plan.ts';
import { samplesAt } from '#shared/movie/time.ts';
import { base64Of, clip, fromBase64, planOf, type SceneSpec } from './media-movie.ts';

type Sources = ExportInput['sources'];
export type Project = { plan: MoviePlan; sources: Sources };

export function fileOf(sources: Sources, sha256: string): Blob | null {
  const source = sources[sha256];
  return source?.kind === 'blob' ? source.blob : null;
}

/** All files of a movie in base64, by their hash. */
export async function base64Files(sources: Sources): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of Object.keys(sources)) files[name] = await base64Of(fileOf(sources, name) ?? new Blob());
  return files;
}

const CLIPS: ClipSpec[] = [
  { seconds: 4, size: '360p', sceneNumber: 11, sound: 'tone' },
  { seconds: 5, size: '360p', sceneNumber: 12, sound: 'tone' },
  { seconds: 4, size: '360p', sceneNumber: 13 },
  { seconds: 4, size: '360p', sceneNumber: 14, sound: 'none' },
  { seconds: 4, size: '360p', sceneNumber: 15, fps: 30, sound: 'tone' },
  { seconds: 4, size: '360p', ratio: '9:16', sceneNumber: 16, sound: 'tone' },
];

/** Scenes of all kinds: trimmed, loud, muted, faded, written on, and joined in every way. The same for the same seed. */
export async function randomProject(seed: number, sceneCount = 4): Promise<Project> {
  const random = randomFrom(seed);
  const among = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] ?? values[0]!;
  const specs: SceneSpec[] = [];
  for (let at = 0; at < sceneCount; at += 1) {
    // The first sets the movie's size and rate.
    const of = at === 0 ? CLIPS[0]! : among(CLIPS);
    const frames = of.seconds * (of.fps ?? 24);
    const inFrame = random() < 0.5 ? 0 : Math.floor((random() * frames) / 3);
    const outFrame = random() < 0.5 ? frames : Math.ceil(frames * (0.7 + random() * 0.3));
    const kind = among(['cut', 'crossfade', 'fade-black'] as const);
    specs.push({
      file: await clip(of),
      number: of.sceneNumber,
      inFrame,
      outFrame,
      gainDb: among([0, 0, 12, 7, -9]),
      muted: random() < 0.1,
      fadeInSeconds: among([0, 0, 0.7]),
      fadeOutSeconds: among([0, 0, 1.1]),
      overlays: random() < 0.4 ? [textOver(random)] : [],
      transition: kind === 'cut' ? null : { kind, seconds: among([0.3, 0.6, 1]), sound: random() < 0.7 },
    });
  }
  const { plan, sources } = await planOf(specs);
  return { plan: { ...plan, levelling: random() < 0.4 }, sources };
}

function textOver(random: () => number): PlanOverlay {
  return {
    text: 'The lamp',
    style: random() < 0.5 ? { bold: true, outline: true, shadow: true } : { box: true },
    fadeInUs: 2_000_000 * random(),
    fadeOutUs: 57_000_000,
    fontSize: 64,
    color: '#FFE08A',
    position: { x: 20 + random() * 60, y: 20 + random() * 60 },
    startUs: 0,
    endUs: 60_000_000,
  };
}

/** What the preview's worker sends of the movie's sound from a sample on, put on an AudioContext's clock as the player does. */
export async function previewSound({ plan, sources }: Project, from: number): Promise<AudioBuffer> {
  const until = samplesAt(plan.frameCount, plan.fps, SOUND_FORMAT.sampleRate);
  const blocks = await new Promise<SoundBlock[]>((resolve, reject) => {
    const taken: SoundBlock[] = [];
    const take = (reply: PreviewReply): void => {
      if (reply.type === 'want') link.send({ type: 'clip', sha256: reply.sha256, file: fileOf(sources, reply.sha256) });
      if (reply.type === 'want-audio')
        link.send({ type: 'audio', sha256: reply.sha256, file: fileOf(sources, reply.sha256) });
      if (reply.type !== 'sound') return;
      taken.push(reply);
      if (reply.from + (reply.planes[0]?.length ?? 0) < until) return;
      link.close();
      resolve(taken);
    };
    const link = openPreview(take, () => reject(new Error('The worker was lost')));
    link.send({ type: 'plan', plan });
    link.send({ type: 'listen', id: 1, from, until });
  });
  const context = new OfflineAudioContext({
    ...SOUND_FORMAT,
    numberOfChannels: SOUND_FORMAT.channels,
    length: until - from,
  });
  const bus = createBus(context, context.destination);
  for (const block of blocks) scheduleBlock(context, bus, block, { movieSample: from, contextFrame: 0 });
  return await context.startRendering();
}

/** Largest difference between the preview's sound and the export's, in dB of full scale. */
export async function soundDifferenceDb(project: Project, from: number): Promise<number> {
  const preview = await previewSound(project, from);
  const planes = Array.from({ length: preview.numberOfChannels }, (_, index) => preview.getChannelData(index));
  return await apartFromExportDb(project, planes, from);
}

/** The same between the export on the server and this browser's. @param paths of all files by their hash */
export async function serverSoundDifferenceDb(project: Project, paths: Record<string, string>): Promise<number> {
  return await apartFromServerDb(project, await commands.mixOnServer(project.plan, paths));
}

/** @param mix what the server hands to its encoder: one channel behind the other, 32-bit floats in base64 */
export async function apartFromServerDb(project: Project, mix: string): Promise<number> {
  const { buffer } = fromBase64(mix);
  const length = buffer.byteLength / 4 / SOUND_FORMAT.channels;
  const planes = Array.from(
    { length: SOUND_FORMAT.channels },
    (_, index) => new Float32Array(buffer, index * length * 4, length),
  );
  return await apartFromExportDb(project, planes, 0);
}

/** @param heard what is compared with the export, from a sample of the movie on */
async function apartFromExportDb(project: Project, heard: readonly Float32Array[], from: number): Promise<number> {
  const { plan } = project;
  const signal = new AbortController().signal;
  const clips = await openAll(project);
  const sound = await openMovieSound(
    {
      movie: plan,
      clips,
      undecodable: new Set(),
      audio: plan.audio.map(({ mediaId }) => fileOf(project.sources, mediaId) ?? new Blob()),
      segments: neverKept,
      onPackets: () => undefined,
      signal,
    },
    SOUND_FORMAT,
  );
  const length = heard[0]?.length ?? 0;
  let [at, most] = [0, 0];
  for await (const block of sound.renderer.render(from, from + length)) {
    block.forEach((channel, index) =>
      channel.forEach((value, n) => (most = Math.max(most, Math.abs(value - (heard[index]?.[at + n] ?? 0))))),
    );
    at += block[0]?.length ?? 0;
  }
  expect(at).toBe(length);
  await sound.close();
  for (const one of clips) one.close();
  return 20 * Math.log10(Math.max(most, 1e-10));
}

const neverKept = {
  read: () => Promise.resolve(null),
  write: () => Promise.reject(new Error('Nothing is encoded here')),
  remove: () => Promise.resolve(),
  readData: () => Promise.resolve(null),
  writeData: () => Promise.resolve(),
} as unknown as Parameters<typeof openMovieSound>[0]['segments'];

async function openAll({ plan, sources }: Project): Promise<OpenClip[]> {
  return await Promise.all(
    plan.scenes.map(async ({ clip: { sha256 } }) => await openClip(fileOf(sources, sha256) ?? new Blob())),
  );
}

/** Gray levels of a movie's frame as the export hands it to its encoder. */
export async function exportPictures(
  project: Project,
  frames: readonly number[],
): Promise<Map<number, Uint8ClampedArray>> {
  const { plan: movie } = project;
  const { width, height } = movie;
  const clips = await openAll(project);
  const target = { width, height, format: 'mp4', label: 'As made' } as const;
  const facts = clips.map((one) => one.facts);
  const plan = planExport(movie, facts, target, { encoderConfig: null });
  const signal = new AbortController().signal;
  const source: StretchSource = { movie, plan, clips, isScaledByEncoder: async () => false, signal };
  const pictures = new Map<number, Uint8ClampedArray>();
  for (const frame of frames) {
    const stretch = plan.video.find((one) => frame >= one.startFrame && frame < one.startFrame + one.frameCount);
    if (stretch === undefined) throw new RangeError(`Frame ${frame} is in no stretch`);
    const isCrossfade = stretch.kind === 'encode' && stretch.isCrossfade;
    // A crossfade is asked for whole: its shares are counted from its start.
    const part = isCrossfade
      ? { ...stretch, kind: 'encode' as const, isCrossfade, reasons: [] }
      : { scene: stretch.scene, startFrame: frame, frameCount: 1, kind: 'encode' as const, isCrossfade, reasons: [] };
    let at = part.startFrame;
    for await (const picture of stretchFrames(source, part)) {
      if (at === frame) pictures.set(frame, pixelsOf(picture, width, height));
      picture.close();
      at += 1;
    }
  }
  for (const one of clips) one.close();
  return pictures;
}

const WINDOW = 8;
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/** Mean structural similarity of brightness in windows of 8 by 8 (Wang et al., 2004). */
export function ssim(a: Uint8ClampedArray, b: Uint8ClampedArray, width: number, height: number): number {
  const gray = (of: Uint8ClampedArray, at: number): number =>
    0.2126 * (of[at * 4] ?? 0) + 0.7152 * (of[at * 4 + 1] ?? 0) + 0.0722 * (of[at * 4 + 2] ?? 0);
  let [sum, windows] = [0, 0];
  for (let top = 0; top + WINDOW <= height; top += WINDOW)
    for (let left = 0; left + WINDOW <= width; left += WINDOW) {
      let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + WINDOW; y += 1)
        for (let x = left; x < left + WINDOW; x += 1) {
          const [u, v] = [gray(a, y * width + x), gray(b, y * width + x)];
          sa += u;
          sb += v;
          saa += u * u;
          sbb += v * v;
          sab += u * v;
        }
      const n = WINDOW * WINDOW;
      const [ma, mb] = [sa / n, sb / n];
      const [va, vb, cov] = [saa / n - ma * ma, sbb / n - mb * mb, sab / n - ma * mb];
      sum += ((2 * ma * mb + C1) * (2 * cov + C2)) / ((ma * ma + mb * mb + C1) * (va + vb + C2));
      windows += 1;
    }
  return sum / windows;
}
