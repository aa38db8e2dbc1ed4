/** Gemini Omni over the Interactions API: asked in the background, looked after by id, fetched by file id. */
import type { GoogleGenAI } from '@google/genai';
import { modelRow, models, type ModelId } from '#shared/catalogue/models.ts';
import { pricePerSecondUsd } from '#shared/catalogue/prices.ts';
import { appErrorOf, createGeminiClient, type GeminiAccess } from '../gemini/client.ts';
import { readUpstreamError } from '../gemini/upstream-error.ts';
import { fetchFile } from './fetch-file.ts';
import { inlineVideo, INLINE_PREFIX, interactionSchema, readInteraction, type Interaction } from './omni-wire.ts';
import type {
  ClipRequest,
  DownloadOutcome,
  PollOutcome,
  ReachedModel,
  SubmitOutcome,
  SubmitWay,
  VideoModel,
} from './port.ts';

const SUBMIT_TIMEOUT_MS: Record<SubmitWay, number> = { background: 60_000, blocking: 15 * 60_000 };
const POLL_TIMEOUT_MS = 20_000;
/** The library repeats calls up to five times unless each call says otherwise, and a repeated submit is paid twice. */
const ONCE = { maxRetries: 0 } as const;

/** The video models of the provider, for one key. */
export function geminiVideoModel(access: GeminiAccess): VideoModel {
  const client = createGeminiClient(access);
  return {
    isDemo: false,
    reach: (signal) => Promise.all(models.map((row) => reachRow(client, row.id, signal))),
    priceUsd: ({ model, resolution, durationSeconds }) => pricePerSecondUsd[model][resolution] * durationSeconds,
    submit: (request, way, signal) => submit(client, request, way, signal),
    poll: (upstreamId, signal) => poll(client, upstreamId, signal),
    download: (fileId, signal) => download(client, access, fileId, signal),
    cancel: async (upstreamId, signal) => {
      await client.interactions.cancel(upstreamId, null, { ...ONCE, timeout: POLL_TIMEOUT_MS, signal });
    },
  };
}

/** Asks for the row's upstream names one by one; a model that is switched off is a 404. */
async function reachRow(client: GoogleGenAI, id: ModelId, signal: AbortSignal): Promise<ReachedModel> {
  const row = modelRow(id);
  let reason = `Google does not serve ${row.label} to this API key (any more).`;
  for (const upstreamModel of row.upstreamIds) {
    try {
      await client.models.get({ model: upstreamModel, config: { abortSignal: signal } });
      if (row.protocol === 'interactions') return { id, reachable: true, reason: null, upstreamModel };
      return {
        id,
        reachable: false,
        reason: `${row.label} answers to this API key, but only over an older interface that is not supported here yet.`,
        upstreamModel: null,
      };
    } catch (error) {
      const upstream = readUpstreamError(error);
      if (upstream.kind === 'api_key' || upstream.kind === 'not_entitled') reason = upstream.sentence;
      else if (upstream.kind !== 'model_gone' && upstream.kind !== 'missing') throw appErrorOf(upstream, error);
    }
  }
  return { id, reachable: false, reason, upstreamModel: null };
}

async function submit(
  client: GoogleGenAI,
  request: ClipRequest,
  way: SubmitWay,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  try {
    const reply = await client.interactions.create(
      {
        model: request.upstreamModel,
        input: promptWithNegative(request),
        ...(way === 'background' ? { background: true } : {}),
        store: true,
        response_format: {
          type: 'video',
          aspect_ratio: request.aspectRatio,
          duration: `${request.durationSeconds}s`,
          resolution: request.resolution,
          delivery: 'uri',
        },
        generation_config: { video_config: { task: 'text_to_video' } },
      },
      { ...ONCE, timeout: SUBMIT_TIMEOUT_MS[way], signal },
    );
    const parsed = interactionSchema.safeParse(reply);
    if (!parsed.success) return { kind: 'answer_lost', cause: parsed.error };
    const upstreamId = parsed.data.id;
    return way === 'background'
      ? { kind: 'accepted', upstreamId }
      : { kind: 'ended', upstreamId, outcome: readInteraction(parsed.data) };
  } catch (error) {
    return submitFailure(error);
  }
}

/** Only what is known not to have begun may be sent again. */
function submitFailure(error: unknown): SubmitOutcome {
  const upstream = readUpstreamError(error);
  switch (upstream.kind) {
    case 'busy':
      return { kind: 'busy', sentence: upstream.sentence, retryAfterMs: upstream.retryAfterMs };
    case 'not_sent':
      return { kind: 'busy', sentence: upstream.sentence, retryAfterMs: null };
    case 'api_key':
      return { kind: 'rejected', reason: 'api_key', sentence: upstream.sentence };
    case 'refused':
      return { kind: 'rejected', reason: 'refused', sentence: upstream.sentence };
    case 'model_gone':
      return { kind: 'rejected', reason: 'model_unreachable', sentence: upstream.sentence };
    case 'not_entitled':
    case 'invalid':
    case 'missing':
    case 'credentials_misread':
      return { kind: 'rejected', reason: 'invalid', sentence: upstream.sentence };
    case 'lost':
      return { kind: 'answer_lost', cause: error };
  }
}

/** Omni has no field for what must not appear: it stands as a short sentence at the end. */
function promptWithNegative(request: ClipRequest): string {
  const unwanted = request.negativePrompt?.trim().replace(/[.\s]+$/, '');
  return unwanted ? `${request.prompt}\nNo ${unwanted}.` : request.prompt;
}

async function poll(client: GoogleGenAI, upstreamId: string, signal: AbortSignal): Promise<PollOutcome> {
  try {
    return readInteraction(await getInteraction(client, upstreamId, signal));
  } catch (error) {
    signal.throwIfAborted();
    const upstream = readUpstreamError(error);
    if (upstream.kind === 'missing') return { kind: 'gone' };
    if (upstream.kind === 'api_key') return { kind: 'key_rejected', sentence: upstream.sentence };
    return {
      kind: 'unclear',
      sentence: upstream.sentence,
      retryAfterMs: upstream.kind === 'busy' ? upstream.retryAfterMs : null,
      isRefused: upstream.kind === 'credentials_misread',
    };
  }
}

async function getInteraction(client: GoogleGenAI, id: string, signal: AbortSignal): Promise<Interaction> {
  return interactionSchema.parse(
    await client.interactions.get(id, { stream: false }, { ...ONCE, timeout: POLL_TIMEOUT_MS, signal }),
  );
}

async function download(
  client: GoogleGenAI,
  access: GeminiAccess,
  fileId: string,
  signal: AbortSignal,
): Promise<DownloadOutcome> {
  if (!fileId.startsWith(INLINE_PREFIX)) return fetchFile(access, fileId, signal);
  const interaction = await getInteraction(client, fileId.slice(INLINE_PREFIX.length), signal);
  const bytes = inlineVideo(interaction);
  if (bytes === null) return { kind: 'gone', sentence: 'The clip was made, but Google no longer keeps it.' };
  return { kind: 'bytes', body: new Blob([bytes]).stream(), frames: null };
}
