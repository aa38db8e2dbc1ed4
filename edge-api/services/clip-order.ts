/** What is asked of the model for a scene: its words, a length and a size that the model has. Frozen when it is sent. */
import { z } from 'zod';
import { aspectRatioSchema, modelIdSchema, modelRow } from '#shared/catalogue/models.ts';
import { applyFeatureRules } from '#shared/rules/feature-rules.ts';
import type { ClipRequest } from '#edge-api/providers/video-model/port.ts';
import type { ClipSource } from '#edge-api/repos/generated-scenes.ts';
import { sha256Hex } from './digest.ts';

const requestSchema: z.ZodType<ClipRequest> = z.object({
  model: modelIdSchema,
  upstreamModel: z.string(),
  prompt: z.string(),
  negativePrompt: z.string().nullable(),
  durationSeconds: z.number(),
  resolution: z.enum(['720p', '1080p']),
  aspectRatio: aspectRatioSchema,
});

export const clipOrderSchema = z.object({
  request: requestSchema,
  promptHash: z.string(),
  /** What the model could not do as asked, a sentence each. */
  notes: z.array(z.string()),
  /** Reserved in the ledger. */
  priceUsd: z.number(),
});
export type ClipOrder = z.infer<typeof clipOrderSchema>;

/** The hash of the words that a prompt is made from. */
export function promptWordsHash(words: {
  title: string;
  description: string;
  characters: readonly { name: string; description: string }[];
}): Promise<string> {
  const characters = words.characters.map(({ name, description }) => [name, description]);
  return sha256Hex(JSON.stringify([words.title, words.description, characters]));
}

/** What the form of a clip follows from. */
type ClipForm = Pick<ClipSource, 'duration' | 'resolution' | 'model' | 'aspectRatio' | 'negativePrompt'>;

/** The request for a scene and what had to be left out of it. */
export function clipRequest(
  source: ClipForm,
  prompt: string,
  upstreamModel: string,
): { request: ClipRequest; notes: string[] } {
  const duration = nearestLength(source.duration, modelRow(source.model).durations);
  const wanted = {
    model: source.model,
    aspectRatio: source.aspectRatio,
    duration,
    resolution: source.resolution,
    references: false,
    firstFrame: false,
    lastFrame: false,
    extension: false,
  };
  const { clip, notes } = applyFeatureRules(wanted);
  const request = {
    model: source.model,
    upstreamModel,
    prompt,
    negativePrompt: source.negativePrompt,
    durationSeconds: clip.duration,
    resolution: clip.resolution,
    aspectRatio: source.aspectRatio,
  };
  const lengthNote =
    duration === source.duration
      ? []
      : [`${modelRow(source.model).label} makes no clip of ${source.duration} s, so this one has ${duration} s.`];
  return { request, notes: [...lengthNote, ...notes] };
}

/** The model's shortest length that is long enough, else its longest. Seconds. */
export function nearestLength(seconds: number, lengths: readonly number[]): number {
  const rising = lengths.toSorted((a, b) => a - b);
  return rising.find((length) => length >= seconds) ?? rising.at(-1) ?? seconds;
}
