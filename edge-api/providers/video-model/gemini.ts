/** The provider's video models for one key. Each row of the catalog uses its own protocol. */
import { modelRow } from '#shared/catalogue/models.ts';
import { pricePerSecondUsd } from '#shared/catalogue/prices.ts';
import { createGeminiClient, type GeminiAccess } from '../gemini/client.ts';
import { readUpstreamError } from '../gemini/upstream-error.ts';
import { fetchFile } from './fetch-file.ts';
import { omniVideo } from './omni.ts';
import type { DownloadOutcome, VideoModel } from './port.ts';
import { reachRows } from './reach.ts';
import { INLINE_PREFIX, type UpstreamVideo } from './upstream-video.ts';
import { veoVideo } from './veo.ts';
import { videoModelWords } from './words.ts';

export function geminiVideoModel(access: GeminiAccess): VideoModel {
  const client = createGeminiClient(access);
  const veo = veoVideo(access);
  const omni = omniVideo(access);
  const madeBy = (upstreamId: string): UpstreamVideo => (OPERATION_NAME.test(upstreamId) ? veo : omni);
  return {
    isDemo: false,
    sharesQuota: true,
    longestSeconds: (model) => modelRow(model).longestSeconds,
    reach: (signal) => reachRows(client, signal),
    priceUsd: ({ upstreamModel, resolution, durationSeconds }) =>
      pricePerSecondUsd(upstreamModel, resolution) * durationSeconds,
    submit: (request, way, signal) =>
      (modelRow(request.model).protocol === 'interactions' ? omni : veo).submit(request, way, signal),
    poll: (upstreamId, signal) => madeBy(upstreamId).poll(upstreamId, signal),
    download: (fileId, signal) => {
      if (!fileId.startsWith(INLINE_PREFIX)) return fetchFile(access, fileId, signal);
      const upstreamId = fileId.slice(INLINE_PREFIX.length);
      return inlineDownload(madeBy(upstreamId), upstreamId, signal);
    },
    cancel: (upstreamId, signal) => madeBy(upstreamId).cancel(upstreamId, signal),
  };
}

/** The name of a long-running prediction; an interaction's id has no slash. */
const OPERATION_NAME = /^models\/[^/]+\/operations\//;

async function inlineDownload(
  upstream: UpstreamVideo,
  upstreamId: string,
  signal: AbortSignal,
): Promise<DownloadOutcome> {
  try {
    const bytes = await upstream.inlineClip(upstreamId, signal);
    if (bytes === null) return { kind: 'gone', sentence: videoModelWords.fileGone };
    return { kind: 'bytes', body: new Blob([bytes]).stream(), frames: null };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'not_yet', sentence: readUpstreamError(error).sentence, retryAfterMs: null };
  }
}
