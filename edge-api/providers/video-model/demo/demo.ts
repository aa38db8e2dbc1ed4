/**
 * The demo studio: short animations of our own in the very file form of the real model, after a wait that can be watched.
 * Work that is under way lives in its own name alone, so that a restart forgets nothing.
 */
import { z } from 'zod';
import { base64UrlOf, bytesOfBase64Url } from '#shared/bytes.ts';
import { modelIds, modelRow } from '#shared/catalogue/models.ts';
import { chooseMaster } from './choose-master.ts';
import { cutMaster, type ClipSeconds } from './cut-master.ts';
import { readManifest, type MasterManifest, type ReadMaster } from './master-files.ts';
import type { ClipRequest, DownloadOutcome, PollOutcome, VideoModel } from '../port.ts';
import { demoStudioWords } from '../words.ts';

/** An 8 s film and the 7 s that go on from it. */
const EXTENDED_SECONDS = 15;
const EXTENDABLE_SECONDS = 8;
/** Long enough to see progress, short enough not to wait for it. */
const CLIP_TAKES_MS = 2_500;

const workSchema = z.object({
  startedMs: z.number(),
  mood: z.string(),
  file: z.string(),
  seconds: z.union([z.literal(4), z.literal(5), z.literal(6), z.literal(8), z.literal(EXTENDED_SECONDS)]),
  ending: z.enum(['clip', 'fail', 'refuse', 'too_long']),
});
type Work = z.infer<typeof workSchema>;

/** Words in a prompt that make a clip fail, for tests; the longer ones strike extensions alone. */
const ORDERS = {
  fail: '[fail]',
  refuse: '[refuse]',
  lose: '[lose]',
  failExtension: '[fail extension]',
  loseExtension: '[lose extension]',
} as const;

export type DemoStudio = { readMaster: ReadMaster; now(): number };

/** The demo studio as a video model. It has no key, costs nothing and asks nobody. */
export function demoVideoModel(studio: DemoStudio): VideoModel {
  const manifest = once(() => readManifest(studio.readMaster));
  return {
    isDemo: true,
    sharesQuota: false,
    longestSeconds: () => EXTENDED_SECONDS,
    reach: async () =>
      modelIds.map((id) => ({ id, reachable: true, reason: null, upstreamModel: modelRow(id).upstreamIds[0] ?? id })),
    priceUsd: () => 0,
    submit: async (request) => {
      const isLost = request.prompt.includes(request.extend === null ? ORDERS.lose : ORDERS.loseExtension);
      if (isLost) return { kind: 'answer_lost', cause: new Error('The prompt asked for it.') };
      const work = begin(await manifest(), request, studio.now());
      return {
        kind: 'accepted',
        upstreamId: base64UrlOf(new TextEncoder().encode(JSON.stringify(work))),
        pollAfterMs: CLIP_TAKES_MS,
      };
    },
    poll: async (upstreamId) => look(upstreamId, studio.now()),
    download: async (fileId) => deliver(await manifest(), studio.readMaster, readWork(fileId)),
    cancel: async () => undefined,
  };
}

function begin(manifest: MasterManifest, request: ClipRequest, nowMs: number): Work {
  return request.extend === null
    ? beginClip(manifest, request, nowMs)
    : beginExtension(manifest, request.prompt, readWork(request.extend.upstreamId), nowMs);
}

function beginClip(manifest: MasterManifest, request: ClipRequest, nowMs: number): Work {
  const { prompt, aspectRatio, resolution } = request;
  const { moodId, clip } = chooseMaster(manifest, { prompt, ratio: aspectRatio, resolution });
  const ending = prompt.includes(ORDERS.fail) ? 'fail' : prompt.includes(ORDERS.refuse) ? 'refuse' : 'clip';
  return workSchema.parse({
    startedMs: nowMs,
    mood: moodId,
    file: clip.file,
    seconds: request.durationSeconds,
    ending,
  });
}

/** The longer film of the same picture. There is one length of them. */
function beginExtension(manifest: MasterManifest, prompt: string, earlier: Work, nowMs: number): Work {
  const mood = manifest.moods.find(({ id }) => id === earlier.mood);
  const ratio = mood?.clips.find(({ file }) => file === earlier.file)?.ratio;
  const longer = mood?.extended.find((row) => row.ratio === ratio);
  const isPossible = longer !== undefined && earlier.seconds === EXTENDABLE_SECONDS;
  return {
    startedMs: nowMs,
    mood: earlier.mood,
    file: longer?.file ?? earlier.file,
    seconds: EXTENDED_SECONDS,
    ending: !isPossible ? 'too_long' : prompt.includes(ORDERS.failExtension) ? 'fail' : 'clip',
  };
}

function look(upstreamId: string, nowMs: number): PollOutcome {
  const work = readWork(upstreamId);
  const leftMs = work.startedMs + CLIP_TAKES_MS - nowMs;
  if (leftMs > 0) return { kind: 'working', pollAfterMs: leftMs };
  switch (work.ending) {
    case 'fail':
      return { kind: 'failed', sentence: demoStudioWords.failed };
    case 'refuse':
      return { kind: 'refused', sentence: demoStudioWords.refused };
    case 'too_long':
      return { kind: 'failed', sentence: demoStudioWords.tooLong };
    case 'clip':
      return { kind: 'ready', clip: { fileId: upstreamId, billedSeconds: 0 } };
  }
}

async function deliver(manifest: MasterManifest, read: ReadMaster, work: Work): Promise<DownloadOutcome> {
  const film =
    work.seconds === EXTENDED_SECONDS ? extendedFilm(manifest, work.file) : cutFilm(manifest, work.file, work.seconds);
  if (film === null) return { kind: 'gone', sentence: demoStudioWords.gone };
  const [master, first, last] = await Promise.all([read(film.file), read(film.firstFrame), read(film.lastFrame)]);
  const bytes = work.seconds === EXTENDED_SECONDS ? master : cutMaster(master, work.seconds);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return { kind: 'bytes', body, frames: { first, last } };
}

type Film = { file: string; firstFrame: string; lastFrame: string };

function cutFilm(manifest: MasterManifest, file: string, seconds: ClipSeconds): Film | null {
  const clip = manifest.moods.flatMap((mood) => mood.clips).find((row) => row.file === file);
  return clip === undefined ? null : { ...clip, lastFrame: clip.lastFrames[`${seconds}`] };
}

function extendedFilm(manifest: MasterManifest, file: string): Film | null {
  return manifest.moods.flatMap((mood) => mood.extended).find((row) => row.file === file) ?? null;
}

function readWork(upstreamId: string): Work {
  return workSchema.parse(JSON.parse(new TextDecoder().decode(bytesOfBase64Url(upstreamId))));
}

/** Runs a reader at its first use and keeps what it read; a failure is not kept. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= read().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}
