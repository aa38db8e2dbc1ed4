/**
 * The demo studio: short animations of our own in the very file form of the real model, after a wait that can be watched.
 * Work that is under way lives in its own name alone, so that a restart forgets nothing.
 */
import { z } from 'zod';
import { modelIds, modelRow } from '#shared/catalogue/models.ts';
import { base64UrlText, textFromBase64Url } from './name-text.ts';
import { chooseMaster } from './choose-master.ts';
import { cutMaster } from './cut-master.ts';
import { readManifest, type MasterManifest, type ReadMaster } from './master-files.ts';
import type { ClipRequest, DownloadOutcome, PollOutcome, VideoModel } from '../port.ts';

/** Long enough to see progress, short enough not to wait for it. */
const CLIP_TAKES_MS = 2_500;

const workSchema = z.object({
  startedMs: z.number(),
  mood: z.string(),
  file: z.string(),
  seconds: z.union([z.literal(4), z.literal(5), z.literal(6), z.literal(8)]),
  ending: z.enum(['clip', 'fail', 'refuse']),
});
type Work = z.infer<typeof workSchema>;

export type DemoStudio = { readMaster: ReadMaster; now(): number };

/** The demo studio as a video model. It has no key, costs nothing and asks nobody. */
export function demoVideoModel(studio: DemoStudio): VideoModel {
  const manifest = once(() => readManifest(studio.readMaster));
  return {
    isDemo: true,
    reach: async () =>
      modelIds.map((id) => ({ id, reachable: true, reason: null, upstreamModel: modelRow(id).upstreamIds[0] ?? id })),
    priceUsd: () => 0,
    submit: async (request) => {
      const work = begin(await manifest(), request, studio.now());
      return { kind: 'accepted', upstreamId: base64UrlText(JSON.stringify(work)), pollAfterMs: CLIP_TAKES_MS };
    },
    poll: async (upstreamId) => look(upstreamId, studio.now()),
    download: async (fileId) => deliver(await manifest(), studio.readMaster, readWork(fileId)),
    cancel: async () => undefined,
  };
}

function begin(manifest: MasterManifest, request: ClipRequest, nowMs: number): Work {
  const { moodId, clip } = chooseMaster(manifest, {
    prompt: request.prompt,
    ratio: request.aspectRatio,
    resolution: request.resolution,
  });
  const ending = request.prompt.includes('[fail]') ? 'fail' : request.prompt.includes('[refuse]') ? 'refuse' : 'clip';
  return workSchema.parse({
    startedMs: nowMs,
    mood: moodId,
    file: clip.file,
    seconds: request.durationSeconds,
    ending,
  });
}

function look(upstreamId: string, nowMs: number): PollOutcome {
  const work = readWork(upstreamId);
  const leftMs = work.startedMs + CLIP_TAKES_MS - nowMs;
  if (leftMs > 0) return { kind: 'working', pollAfterMs: leftMs };
  switch (work.ending) {
    case 'fail':
      return { kind: 'failed', sentence: 'The demo studio failed, as the word [fail] in the prompt asked it to.' };
    case 'refuse':
      return { kind: 'refused', sentence: 'The demo studio refused, as the word [refuse] in the prompt asked it to.' };
    case 'clip':
      return { kind: 'ready', clip: { fileId: upstreamId, billedSeconds: 0 } };
  }
}

async function deliver(manifest: MasterManifest, read: ReadMaster, work: Work): Promise<DownloadOutcome> {
  const clip = manifest.moods.flatMap((mood) => mood.clips).find((row) => row.file === work.file);
  if (!clip) return { kind: 'gone', sentence: 'This clip is no longer part of the demo studio.' };
  const [master, first, last] = await Promise.all([
    read(clip.file),
    read(clip.firstFrame),
    read(clip.lastFrames[`${work.seconds}`]),
  ]);
  const bytes = cutMaster(master, work.seconds);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return { kind: 'bytes', body, frames: { first, last } };
}

function readWork(upstreamId: string): Work {
  return workSchema.parse(JSON.parse(textFromBase64Url(upstreamId)));
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
