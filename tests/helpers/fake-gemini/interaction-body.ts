// What a submitted interaction must look like. Stricter than the service in one way: an unknown name is a 400
// everywhere but under video_config, where the service is known to ignore it.

import { z } from 'zod';
import type { AspectRatio, Resolution } from './options.ts';

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), data: z.base64().min(1), mime_type: z.string().regex(/^image\//) }),
]);

const body = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(part).min(1)]),
  background: z.boolean().optional(),
  store: z.boolean().optional(),
  stream: z.literal(false).optional(),
  previous_interaction_id: z.string().optional(),
  response_format: z
    .strictObject({
      type: z.literal('video'),
      aspect_ratio: z.enum(['16:9', '9:16']).optional(),
      duration: z.string('duration must be a string').optional(),
      resolution: z.enum(['360p', '720p', '1080p', '4k']).optional(),
      delivery: z.enum(['inline', 'uri']).optional(),
    })
    .optional(),
  generation_config: z
    .strictObject({
      seed: z.int().optional(),
      thinking_level: z.enum(['low', 'high']).optional(),
      video_config: z
        .looseObject({
          task: z.enum(['text_to_video', 'image_to_video', 'reference_to_video']).optional(),
        })
        .optional(),
    })
    .optional(),
});

export type InteractionBody = z.infer<typeof body>;

/** A body that passed, with the service's defaults filled in. */
export interface Submission {
  body: InteractionBody;
  prompt: string;
  images: number;
  /** Seconds asked for; 10 if the body doesn't say. */
  seconds: number;
  resolution: Resolution;
  aspectRatio: AspectRatio;
  delivery: 'inline' | 'uri';
  isBackground: boolean;
  isStored: boolean;
  isExtension: boolean;
}

const DURATION = /^\d+(\.\d+)?s$/;
const DEFAULT_SECONDS = 10;
const SHORTEST_SECONDS = 3;
const FRAME_TAG = /<(FIRST|LAST)_FRAME>/;

/** Checks a body; the message names the field that is wrong. */
export function readSubmission(sent: unknown): { ok: true; submission: Submission } | { ok: false; message: string } {
  const parsed = body.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, message: `Invalid value at '${issue?.path.join('.') ?? ''}': ${issue?.message ?? 'unknown'}` };
  }
  const submission = withDefaults(parsed.data);
  const message = objection(submission);
  return message === null ? { ok: true, submission } : { ok: false, message };
}

function withDefaults(sent: InteractionBody): Submission {
  const parts = typeof sent.input === 'string' ? [{ type: 'text' as const, text: sent.input }] : sent.input;
  const prompt = parts.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n');
  const format = sent.response_format;
  return {
    body: sent,
    prompt,
    images: parts.filter((item) => item.type === 'image').length,
    seconds: format?.duration === undefined ? DEFAULT_SECONDS : Number.parseFloat(format.duration),
    resolution: format?.resolution ?? '720p',
    aspectRatio: format?.aspect_ratio ?? '16:9',
    delivery: format?.delivery ?? 'inline',
    isBackground: sent.background ?? false,
    isStored: sent.store ?? true,
    isExtension: sent.previous_interaction_id !== undefined && /\bexten[ds]/i.test(prompt),
  };
}

function objection(submission: Submission): string | null {
  const { body: sent, prompt, seconds } = submission;
  const duration = sent.response_format?.duration;
  const longest = longestSeconds(submission);
  if (prompt.trim() === '') return 'input must hold a text part.';
  if (submission.isBackground && !submission.isStored) return 'background requires store to be true.';
  if (duration !== undefined && !DURATION.test(duration)) return "response_format.duration must look like '8s'.";
  if (seconds < SHORTEST_SECONDS || seconds > longest) {
    return `response_format.duration must be between ${SHORTEST_SECONDS}s and ${longest}s.`;
  }
  return mediaObjection(submission);
}

function mediaObjection({ body: sent, prompt, images }: Submission): string | null {
  const task = sent.generation_config?.video_config?.task;
  const hasPrevious = sent.previous_interaction_id !== undefined;
  if ((task === 'image_to_video' || task === 'reference_to_video') && images === 0 && !hasPrevious) {
    return `The task ${task} needs an image.`;
  }
  const isLastAlone = prompt.includes('<LAST_FRAME>') && !prompt.includes('<FIRST_FRAME>');
  return isLastAlone ? '<LAST_FRAME> needs <FIRST_FRAME>.' : null;
}

function longestSeconds({ body: sent, prompt, isExtension }: Submission): number {
  const isShort = sent.model.includes('omni-1.1') || FRAME_TAG.test(prompt) || isExtension;
  return isShort ? 10 : 15;
}
