/**
 * The request to the model for a scene: its prompt, and a length and size that the model supports. Frozen when sent.
 */
import { z } from 'zod';
import { aspectRatioSchema, modelIdSchema, modelRow } from '#shared/catalogue/models.ts';
import type { SceneMetadata } from '#shared/entities/scene.ts';
import { applyFeatureRules } from '#shared/rules/feature-rules.ts';
import { promptWords } from '#shared/rules/prompt-source.ts';
import { nearestLength } from '#shared/rules/reserved-cost.ts';
import type { ClipForm } from '#edge-api/providers/video-model/port.ts';
import type { ClipSource } from '#edge-api/repos/generated-scenes.ts';
import { sha256Hex } from './digest.ts';
import { sceneWords } from './words.ts';

const formSchema: z.ZodType<ClipForm> = z.object({
  model: modelIdSchema,
  upstreamModel: z.string(),
  prompt: z.string(),
  negativePrompt: z.string().nullable(),
  durationSeconds: z.number(),
  resolution: z.enum(['720p', '1080p']),
  aspectRatio: aspectRatioSchema,
});

const storedPictureSchema = z.object({ sha256: z.string(), contentType: z.string() });
/** A picture by its stored name. */
export type StoredPicture = z.infer<typeof storedPictureSchema>;

const storedReferenceSchema = z.object({ name: z.string(), picture: storedPictureSchema });
export type StoredReference = z.infer<typeof storedReferenceSchema>;

export const clipOrderSchema = z.object({
  request: formSchema,
  firstFrame: storedPictureSchema.nullable().default(null),
  lastFrame: storedPictureSchema.nullable().default(null),
  references: z.array(storedReferenceSchema).default([]),
  /** Upstream's names of the clip to extend, and its length in seconds. */
  extend: z.object({ upstreamId: z.string(), fileId: z.string(), earlierSeconds: z.number() }).nullable().default(null),
  /** Identifies the key that it was sent with. */
  keyMark: z.string().nullable().default(null),
  promptHash: z.string(),
  /** What the model couldn't do as asked, one sentence each. */
  notes: z.array(z.string()),
  /** Reserved in the ledger. */
  priceUsd: z.number(),
});
export type ClipOrder = z.infer<typeof clipOrderSchema>;

/** The hash of the text that a prompt is composed from. */
export function promptWordsHash(words: {
  title: string;
  description: string;
  metadata: SceneMetadata;
  characters: readonly { name: string; description: string }[];
}): Promise<string> {
  return sha256Hex(promptWords(words, words.characters));
}

/** What determines the form of a clip. */
export type FormSource = Pick<ClipSource, 'resolution' | 'model' | 'aspectRatio' | 'negativePrompt'> & {
  /** The wanted length of this clip alone, in seconds, without extensions. */
  seconds: number;
  /** Whether the scene has extensions that will continue this clip. */
  isExtended: boolean;
};

/** The pictures that a scene would use, before its model's limits. */
export type WantedPictures = {
  firstFrame: StoredPicture | null;
  lastFrame: StoredPicture | null;
  references: readonly StoredReference[];
};

const NO_PICTURES: WantedPictures = { firstFrame: null, lastFrame: null, references: [] };

/** The form and pictures of a scene's first clip, and what had to be left out. */
export function clipForm(
  source: FormSource,
  prompt: string,
  upstreamModel: string,
  pictures: WantedPictures = NO_PICTURES,
): Pick<ClipOrder, 'request' | 'firstFrame' | 'lastFrame' | 'references' | 'notes'> {
  const row = modelRow(source.model);
  const duration = nearestLength(source.seconds, row.durations);
  const { clip, notes } = applyFeatureRules({
    model: source.model,
    aspectRatio: source.aspectRatio,
    duration,
    resolution: source.resolution,
    references: pictures.references.length > 0,
    firstFrame: pictures.firstFrame !== null,
    lastFrame: pictures.lastFrame !== null,
    extension: source.isExtended,
  });
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
    duration === source.seconds
      ? []
      : [sceneWords.lengthChanged({ model: row.label, seconds: source.seconds, used: duration })];
  return {
    request,
    firstFrame: clip.firstFrame ? pictures.firstFrame : null,
    lastFrame: clip.lastFrame ? pictures.lastFrame : null,
    references: clip.references ? [...pictures.references] : [],
    notes: [...lengthNote, ...notes],
  };
}

/**
 * The form of an extension; null when the model can't extend the scene, which is then generated without it.
 * @param source as of the scene's first clip
 */
export function extensionForm(source: FormSource, prompt: string, upstreamModel: string): ClipForm | null {
  const first = clipForm({ ...source, isExtended: true }, prompt, upstreamModel).request;
  const { extensionSeconds } = modelRow(source.model);
  const { clip } = applyFeatureRules({
    model: source.model,
    aspectRatio: source.aspectRatio,
    duration: first.durationSeconds,
    resolution: first.resolution,
    references: false,
    firstFrame: false,
    lastFrame: false,
    extension: true,
  });
  return extensionSeconds !== null && clip.extension ? { ...first, durationSeconds: extensionSeconds } : null;
}
