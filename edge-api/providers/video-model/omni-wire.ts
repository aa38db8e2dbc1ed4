/** Parses interactions from the provider, trusting nothing about their shape. */
import { z } from 'zod';
import { bytesOfBase64 } from '#shared/bytes.ts';
import type { PollOutcome } from './port.ts';
import { fileIdOf, INLINE_PREFIX } from './upstream-video.ts';
import { videoModelWords as words } from './words.ts';

/** Video is billed by output tokens: this many a second, whatever the size. Read on 2026-11-20. */
const VIDEO_TOKENS_PER_SECOND = 5_792;

const content = z.looseObject({
  type: z.string().optional(),
  text: z.string().optional(),
  uri: z.string().optional(),
  data: z.string().optional(),
});
const failure = z.looseObject({ message: z.string().optional() });

export const interactionSchema = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  steps: z.array(z.looseObject({ type: z.string().optional(), content: z.array(content).optional() })).optional(),
  errors: z.array(failure).optional(),
  error: failure.optional(),
  usage: z
    .looseObject({
      output_tokens_by_modality: z.array(z.looseObject({ modality: z.string(), tokens: z.number() })).optional(),
    })
    .optional(),
});
export type Interaction = z.infer<typeof interactionSchema>;

/** What an interaction's state means for the job. A refusal is a completed interaction with text and no video. */
export function readInteraction(interaction: Interaction): PollOutcome {
  switch (interaction.status) {
    case 'queued':
    case 'in_progress':
      return { kind: 'working' };
    case 'completed':
      return readOutput(interaction);
    default: {
      const failed = { kind: 'failed', sentence: failureSentence(interaction) } as const;
      const billed = billedSeconds(interaction);
      return billed === null || billed === 0 ? failed : { ...failed, billed: { billedSeconds: billed } };
    }
  }
}

function failureSentence({ status, errors, error }: Interaction): string {
  switch (status) {
    case 'cancelled':
      return words.canceled;
    case 'budget_exceeded':
      return words.noBudget;
    case 'incomplete':
      return words.incomplete;
    case 'failed': {
      const said = errors?.[0]?.message ?? error?.message;
      return said ? words.failedBecause({ reason: endWithStop(said) }) : words.failed;
    }
    default:
      return words.asksForMore({ status });
  }
}

function endWithStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function readOutput(interaction: Interaction): PollOutcome {
  const output = (interaction.steps ?? [])
    .filter((step) => step.type === 'model_output')
    .flatMap((step) => step.content ?? []);
  const video = output.find((part) => part.type === 'video');
  const fileId =
    video?.uri === undefined
      ? video?.data === undefined
        ? null
        : `${INLINE_PREFIX}${interaction.id}`
      : fileIdOf(video.uri);
  const billed = { billedSeconds: billedSeconds(interaction) };
  if (fileId !== null) return { kind: 'ready', clip: { fileId, ...billed } };
  if (video) return { kind: 'failed', sentence: words.unknownPlace, billed };
  const said = output
    .map((part) => part.text ?? '')
    .join(' ')
    .trim();
  return {
    kind: 'refused',
    sentence: said ? words.refusedBecause({ reason: said.slice(0, 300) }) : words.noClipHere,
  };
}

function billedSeconds(interaction: Interaction): number | null {
  const video = interaction.usage?.output_tokens_by_modality?.find((row) => row.modality === 'video');
  return video ? video.tokens / VIDEO_TOKENS_PER_SECOND : null;
}

/** The bytes of a clip that came inside its interaction; null when there are none. */
export function inlineVideo(interaction: Interaction): Uint8Array<ArrayBuffer> | null {
  const data = (interaction.steps ?? [])
    .flatMap((step) => step.content ?? [])
    .find((part) => part.type === 'video')?.data;
  return data === undefined ? null : bytesOfBase64(data);
}
