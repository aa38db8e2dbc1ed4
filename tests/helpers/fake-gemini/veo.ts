// The Veo contract: predictLongRunning starts an operation, and polls of the operation bring the result.

import { z } from 'zod';
import { refusedPolls, spendingRefusal } from './credentials.ts';
import { orderedFault } from './faults.ts';
import { markerNamed, markersIn } from './markers.ts';
import { modelUse } from './models.ts';
import type { ClipRequest } from './options.ts';
import { drop, json, type Reply } from './reply.ts';
import type { FakeRequest } from './request.ts';
import { countUp, type FakeState } from './state.ts';
import { acceptJob, isFinished, nextJobIndex, type VideoJob, videoUri } from './video-job.ts';
import { errorReply, invalid, multipleCredentials } from './wire-errors.ts';

const image = z.strictObject({ bytesBase64Encoded: z.base64().min(1), mimeType: z.string().regex(/^image\//) });

const body = z.strictObject({
  instances: z.tuple([
    z.strictObject({
      prompt: z.string().min(1),
      image: image.optional(),
      lastFrame: image.optional(),
      referenceImages: z
        .array(z.strictObject({ image, referenceType: z.literal('ASSET') }))
        .max(3)
        .optional(),
      video: z.strictObject({ uri: z.string(), encoding: z.string().optional() }).optional(),
    }),
  ]),
  parameters: z
    .strictObject({
      sampleCount: z.literal(1).optional(),
      durationSeconds: z.literal([4, 5, 6, 8]).optional(),
      aspectRatio: z.enum(['16:9', '9:16']).optional(),
      resolution: z.enum(['720p', '1080p', '4k']).optional(),
      personGeneration: z.enum(['allow_all', 'allow_adult', 'dont_allow']).optional(),
      negativePrompt: z.string().optional(),
      enhancePrompt: z.boolean().optional(),
    })
    .optional(),
});

type VeoBody = z.infer<typeof body>;

const FULL_SECONDS = 8;
const EXTENSION_SECONDS = 7;
/** google.rpc.Code INTERNAL. */
const RPC_INTERNAL = 13;

/** POST models/{id}:predictLongRunning */
export function startOperation(state: FakeState, request: FakeRequest): Reply {
  const model = request.params[0] ?? '';
  const known = modelUse(state, model, 'predictLongRunning');
  if (!known.ok) return known.reply;
  if (known.use !== 'veo') return invalid('google', `models/${model} does not support predictLongRunning.`);
  const sent = body.safeParse(request.body);
  if (!sent.success) {
    const [issue] = sent.error.issues;
    return invalid('google', `Invalid value at '${issue?.path.join('.') ?? ''}': ${issue?.message ?? 'unknown'}`);
  }
  const message = objection(sent.data, model);
  if (message !== null) return invalid('google', message);
  const refusal = spendingRefusal(state.options.keys(request.key), model, 'google');
  if (refusal !== null) return refusal;
  const [{ prompt }] = sent.data.instances;
  const markers = markersIn(prompt);
  const isFirst = (words: string) => countUp(state, `${words} | ${prompt}`) === 1;
  const fault = orderedFault({ scope: 'video', family: 'google', model, markers, isFirst });
  if (fault !== null) return fault;
  const clip = clipRequest(state, sent.data);
  const rest = { markers, input: prompt, delivery: 'uri', isStored: true } as const;
  const job = acceptJob(state, { api: 'veo', key: request.key, model, request: clip, ...rest });
  const dropped = markerNamed(markers, 'drop-after-accept');
  if (dropped !== null && (!dropped.isOnce || isFirst(dropped.literal))) return drop();
  return json({ name: nameOf(job) });
}

/** GET models/{id}/operations/{operation} */
export function getOperation(state: FakeState, request: FakeRequest): Reply {
  const [model = '', id = ''] = request.params;
  const job = state.jobs.find(
    (candidate) => candidate.id === id && candidate.api === 'veo' && candidate.model === model,
  );
  if (countUp(state, `refused poll ${id}`) <= refusedPolls(request.key)) return multipleCredentials('google');
  if (job === undefined || job.key !== request.key || markerNamed(job.markers, 'poll-gone') !== null) {
    return errorReply('google', { httpStatus: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.' });
  }
  const isFirst = (words: string) => countUp(state, `${words} | ${id}`) === 1;
  const fault = orderedFault({ scope: 'poll', family: 'google', model, markers: job.markers, isFirst });
  if (fault !== null) return fault;
  job.polls += 1;
  const base = { name: nameOf(job) };
  return json(isFinished(job) ? { ...base, done: true, ...result(state, job) } : base);
}

function result(state: FakeState, job: VideoJob): Record<string, unknown> {
  const answer = (generateVideoResponse: unknown) => ({
    response: {
      '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse',
      generateVideoResponse,
    },
  });
  switch (job.ending) {
    case 'completed':
      return answer({ generatedSamples: [{ video: { uri: videoUri(state, job) } }] });
    case 'refused':
    case 'empty': {
      const reason =
        "We encountered an issue with your prompt that might go against our policies. You weren't charged.";
      return answer({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: [reason] });
    }
    default:
      return { error: { code: RPC_INTERNAL, message: 'The video could not be generated.' } };
  }
}

function objection({ instances: [instance], parameters }: VeoBody, model: string): string | null {
  const { durationSeconds = FULL_SECONDS, resolution = '720p', aspectRatio, personGeneration } = parameters ?? {};
  const hasReferences = (instance.referenceImages?.length ?? 0) > 0;
  const isExtension = instance.video !== undefined;
  const needsFull = resolution !== '720p' || hasReferences || instance.lastFrame !== undefined || isExtension;
  if (needsFull && durationSeconds !== FULL_SECONDS) return 'durationSeconds must be 8 for this request.';
  if (durationSeconds === 5) return 'durationSeconds must be 4, 6 or 8 for this model.';
  if (isExtension && resolution !== '720p') return 'An extension must be 720p.';
  if (instance.lastFrame !== undefined && instance.image === undefined) return 'lastFrame needs image.';
  if (hasReferences && aspectRatio === '9:16') return 'referenceImages need the aspect ratio 16:9.';
  if (model.includes('lite') && (resolution === '4k' || hasReferences || isExtension))
    return 'Not supported by this model.';
  const fromImage = instance.image !== undefined || hasReferences;
  if (fromImage && personGeneration === 'allow_all') return 'personGeneration must be allow_adult with images.';
  return null;
}

function clipRequest(state: FakeState, sent: VeoBody): ClipRequest {
  const [{ prompt, video }] = sent.instances;
  const { durationSeconds = FULL_SECONDS, resolution = '720p', aspectRatio = '16:9' } = sent.parameters ?? {};
  const sourceId = /\/files\/([^/:?]+)/.exec(video?.uri ?? '')?.[1];
  const source = state.jobs.find((job) => job.file !== null && job.file.id === sourceId)?.request;
  const newSeconds = video === undefined ? durationSeconds : EXTENSION_SECONDS;
  return {
    durationSeconds: newSeconds + (video === undefined ? 0 : (source?.durationSeconds ?? FULL_SECONDS)),
    newSeconds,
    resolution,
    aspectRatio: source?.aspectRatio ?? aspectRatio,
    prompt,
    index: nextJobIndex(state),
  };
}

function nameOf(job: VideoJob): string {
  return `models/${job.model}/operations/${job.id}`;
}
