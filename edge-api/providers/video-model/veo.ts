/** Veo: a long-running prediction, polled by the name of its operation. */
import { GenerateVideosOperation, type GoogleGenAI } from '@google/genai';
import { createGeminiClient, GOOGLE_BASE_URL, type GeminiAccess } from '../gemini/client.ts';
import { bytesOfBase64 } from '#shared/bytes.ts';
import { pollFailure, submitFailure } from './call-failures.ts';
import type { ClipRequest, PollOutcome, SubmitOutcome } from './port.ts';
import type { UpstreamVideo } from './upstream-video.ts';
import { usualPeople, veoRequest, type People } from './veo-request.ts';
import { operationSchema, readOperation, type Operation } from './veo-wire.ts';

const SUBMIT_TIMEOUT_MS = 60_000;
const POLL_TIMEOUT_MS = 20_000;

export function veoVideo(access: GeminiAccess): UpstreamVideo {
  const client = createGeminiClient(access);
  const baseUrl = access.baseUrl ?? GOOGLE_BASE_URL;
  const send = (request: ClipRequest, people: People, signal: AbortSignal) =>
    submit(client, veoRequest(request, people, baseUrl), signal);
  return {
    submit: async (request, _way, signal) => {
      const people = usualPeople(request);
      const outcome = await send(request, people, signal);
      return isRefusedPeople(outcome, people) ? send(request, 'allow_adult', signal) : outcome;
    },
    poll: (upstreamId, signal) => poll(client, upstreamId, signal),
    inlineClip: async (upstreamId, signal) => {
      const operation = await getOperation(client, upstreamId, signal);
      const letters = operation.response?.generatedVideos?.[0]?.video?.videoBytes;
      return letters === undefined ? null : bytesOfBase64(letters);
    },
    // These operations can't be canceled.
    cancel: async () => undefined,
  };
}

/**
 * In some countries, clips may show only adults. The request was refused before it started, so it may be sent again.
 */
function isRefusedPeople(outcome: SubmitOutcome, people: People): boolean {
  return (
    people === 'allow_all' &&
    outcome.kind === 'rejected' &&
    outcome.reason === 'invalid' &&
    /person_?generation|allow_all/i.test(outcome.sentence)
  );
}

/** The library sends predictions once unless told to retry. */
async function submit(
  client: GoogleGenAI,
  asked: ReturnType<typeof veoRequest>,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  try {
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(SUBMIT_TIMEOUT_MS)]);
    const reply = await client.models.generateVideos({ ...asked, config: { ...asked.config, abortSignal } });
    const parsed = operationSchema.safeParse(reply);
    return parsed.success
      ? { kind: 'accepted', upstreamId: parsed.data.name }
      : { kind: 'answer_lost', cause: parsed.error };
  } catch (error) {
    return submitFailure(error);
  }
}

async function poll(client: GoogleGenAI, upstreamId: string, signal: AbortSignal): Promise<PollOutcome> {
  try {
    return readOperation(await getOperation(client, upstreamId, signal));
  } catch (error) {
    return pollFailure(error, signal);
  }
}

async function getOperation(client: GoogleGenAI, name: string, signal: AbortSignal): Promise<Operation> {
  const operation = new GenerateVideosOperation();
  operation.name = name;
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(POLL_TIMEOUT_MS)]);
  return operationSchema.parse(await client.operations.getVideosOperation({ operation, config: { abortSignal } }));
}
