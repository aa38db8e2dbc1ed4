/** Gemini Omni over the Interactions API: requested in the background, polled by id, downloaded by file id. */
import type { GoogleGenAI } from '@google/genai';
import { createGeminiClient, type GeminiAccess } from '../gemini/client.ts';
import { pollFailure, submitFailure } from './call-failures.ts';
import { inlineVideo, interactionSchema, readInteraction, type Interaction } from './omni-wire.ts';
import { omniRequest } from './omni-request.ts';
import type { UpstreamVideo } from './upstream-video.ts';
import type { ClipRequest, PollOutcome, SubmitOutcome, SubmitWay } from './port.ts';

const SUBMIT_TIMEOUT_MS: Record<SubmitWay, number> = { background: 60_000, blocking: 15 * 60_000 };
const POLL_TIMEOUT_MS = 20_000;
/** The library repeats calls up to five times unless each call says otherwise, and a repeated submit is paid twice. */
const ONCE = { maxRetries: 0 } as const;

export function omniVideo(access: GeminiAccess): UpstreamVideo {
  const client = createGeminiClient(access);
  return {
    submit: (request, way, signal) => submit(client, request, way, signal),
    poll: (upstreamId, signal) => poll(client, upstreamId, signal),
    inlineClip: async (upstreamId, signal) => inlineVideo(await getInteraction(client, upstreamId, signal)),
    cancel: async (upstreamId, signal) => {
      await client.interactions.cancel(upstreamId, null, { ...ONCE, timeout: POLL_TIMEOUT_MS, signal });
    },
  };
}

async function submit(
  client: GoogleGenAI,
  request: ClipRequest,
  way: SubmitWay,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  try {
    const options = { ...ONCE, timeout: SUBMIT_TIMEOUT_MS[way], signal };
    const parsed = interactionSchema.safeParse(await client.interactions.create(omniRequest(request, way), options));
    if (!parsed.success) return { kind: 'answer_lost', cause: parsed.error };
    const upstreamId = parsed.data.id;
    return way === 'background'
      ? { kind: 'accepted', upstreamId }
      : { kind: 'ended', upstreamId, outcome: readInteraction(parsed.data) };
  } catch (error) {
    return submitFailure(error);
  }
}

async function poll(client: GoogleGenAI, upstreamId: string, signal: AbortSignal): Promise<PollOutcome> {
  try {
    return readInteraction(await getInteraction(client, upstreamId, signal));
  } catch (error) {
    return pollFailure(error, signal);
  }
}

async function getInteraction(client: GoogleGenAI, id: string, signal: AbortSignal): Promise<Interaction> {
  return interactionSchema.parse(
    await client.interactions.get(id, { stream: false }, { ...ONCE, timeout: POLL_TIMEOUT_MS, signal }),
  );
}
